import { invalidContract } from '../chain/refusal.ts';
import type { CellReader } from '../state/cells.ts';
import { findProposal } from '../state/proposals.ts';
import type { ProposalCell } from '../state/proposals.ts';

/** Refuses a proposal that does not exist. */
export function requireProposal(state: CellReader, id: bigint): ProposalCell {
  const proposal = findProposal(state, id);
  if (proposal === undefined) throw invalidContract(`Proposal[${id}] not exists`);
  return proposal;
}

/** Refuses a proposal whose time is over or that was withdrawn. */
export function refuseOver({ id, expireMs, state }: ProposalCell, nowMs: number): void {
  if (nowMs >= expireMs) throw invalidContract(`Proposal[${id}] expired`);
  if (state === 'CANCELED') throw invalidContract(`Proposal[${id}] canceled`);
}
