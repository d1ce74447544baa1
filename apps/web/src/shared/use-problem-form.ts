import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useForm, type FormFaults, type FormOptions, type FormState } from '@tern/ui/use-form';
import { problemText } from './problem-texts.ts';
import type { Problem } from './problem.ts';
import { readProblem } from './read-problem.ts';

type Name<Draft> = keyof Draft & string;

/** The field that says a problem, by its code. Those of no field stand above the button, with the way to support. */
export type FieldsOfProblems<Draft> = Readonly<Partial<Record<Problem['code'], Name<Draft>>>>;

/** What is wrong with fields before anything is sent. */
export type Faults<Draft> = FormFaults<Draft, MessageDescriptor | string>;

export type ProblemForm<Draft> = FormState<Draft> & {
  /** What the last try was refused with. */
  readonly problem: Problem | undefined;
};

/**
 * A form whose request answers with problems of the catalogue: which field says which problem is all a screen adds to what
 * `useForm` does for every form.
 */
export function useProblemForm<Draft extends object>({
  fields,
  ...options
}: Pick<FormOptions<Draft, MessageDescriptor | string>, 'start' | 'findFaults' | 'sending' | 'submit'> & {
  fields?: FieldsOfProblems<Draft> | ((problem: Problem) => Name<Draft> | undefined);
}): ProblemForm<Draft> {
  const { i18n } = useLingui();
  const { error } = options.sending;
  const problem = error === null ? undefined : readProblem(error);
  const field = problem && (typeof fields === 'function' ? fields(problem) : fields?.[problem.code]);
  const form = useForm({
    ...options,
    refusal: problem && { text: problemText(problem), field },
    say: (fault) => (typeof fault === 'string' ? fault : i18n._(fault)),
  });
  return { ...form, problem };
}
