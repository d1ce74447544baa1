import type { WithdrawalId } from '@tern/base/ids';
import type { RefusalReason, RefusedListing } from '@tern/contracts/refused-addresses';

/** How long a send may be held for a person's decision, in hours; whatever is not decided then goes back to the sender. */
export const holdHours = 72;

/** A send that is to be held, and what was found about its receiver: one listing at least. */
export type NewCase = {
  readonly withdrawalId: WithdrawalId;
  readonly address: string;
  readonly evidence: readonly RefusedListing[];
};

/** The class of reason of a hold: a legal order counts before a suspicion. Pure. */
export function reasonOf(evidence: readonly Pick<RefusedListing, 'reason'>[]): RefusalReason {
  return evidence.some(({ reason }) => reason === 'legal-order') ? 'legal-order' : 'suspected-fraud';
}
