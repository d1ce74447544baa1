import type { PersonId } from '@tern/base/ids';

/**
 * `waiting` → `done` once its day has come and two operators approved · `cancelled` by any old factor, by a link, or when
 * nobody decided in time · `refused` by one operator.
 */
export type FactorResetState = 'waiting' | 'done' | 'cancelled' | 'refused';

export type FactorReset = {
  readonly id: string;
  readonly personId: PersonId;
  readonly startedAt: Date;
  readonly readyAt: Date;
  /** Different operators who approved. */
  readonly approvals: number;
  readonly refused: boolean;
};

export const approvalsNeeded = 2;

/** What becomes of a waiting reset at `now`. One refusal outweighs every approval. */
export function judgeReset(
  reset: FactorReset,
  { now, openMs }: { readonly now: Date; readonly openMs: number },
): FactorResetState {
  if (reset.refused) return 'refused';
  if (reset.approvals >= approvalsNeeded && now >= reset.readyAt) return 'done';
  return now.getTime() >= reset.startedAt.getTime() + openMs ? 'cancelled' : 'waiting';
}
