import type { KeptFields } from './kept-fields.ts';
import { useKeeping, useKeptDraft } from './use-kept-draft.ts';
import { useProblemForm, type ProblemForm } from './use-problem-form.ts';

type Options<Draft extends object> = Omit<Parameters<typeof useProblemForm<Draft>>[0], 'start'> & {
  start: Draft | (() => Draft);
  /** Which form of the page this is, and which of its fields survive back, forward, reload and the login. */
  keep: { readonly form: string; readonly fields: KeptFields<Draft> };
};

/** A form that is still filled in when somebody comes back to it; `useProblemForm` alone keeps nothing. */
export function useKeptForm<Draft extends object>({
  keep,
  start,
  ...options
}: Options<Draft>): ProblemForm<Draft> & { readonly forget: () => void } {
  const kept = useKeptDraft(keep.form, keep.fields);
  const untouched = typeof start === 'function' ? start() : start;
  const form = useProblemForm({ ...options, start: { ...untouched, ...kept.values } });
  useKeeping(kept, form.draft, untouched);
  return { ...form, forget: kept.forget };
}
