import type { ApprovalRequest } from '../approval-store.ts';
import type { SignerStore } from '../open-store.ts';

/** What operators signed to put a version of the policy in force; nothing where the machine alone decided. */
export function findDecision(
  store: Pick<SignerStore, 'findRequest'>,
  { reason }: { readonly reason: string },
): ApprovalRequest | undefined {
  // A version that operators decided has their challenge as its reason.
  return store.findRequest(reason);
}
