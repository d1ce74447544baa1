import { readTarget } from './read-target.ts';
import type { TargetDraft } from './target-draft.ts';

/** The phone or e-mail that was typed on the page before, from the state of the navigation; undefined where there is none. */
export function readTargetState(state: unknown): TargetDraft | undefined {
  return readTarget((state as { readonly target?: unknown } | null)?.target);
}
