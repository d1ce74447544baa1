import { useForm, type FormOptions, type FormState } from '@tern/ui/use-form';
import { problemText } from './problem-texts.ts';

/** A form of the console. What it was refused with stands beside its button: the server's words say which field they mean. */
export function useProblemForm<Draft extends object>(
  options: Pick<FormOptions<Draft, never>, 'start' | 'sending' | 'submit'>,
): FormState<Draft> {
  const { error } = options.sending;
  return useForm<Draft, never>({
    ...options,
    refusal: error === null ? undefined : { text: problemText(error), field: undefined },
    say: String,
  });
}
