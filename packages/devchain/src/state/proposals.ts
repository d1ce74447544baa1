import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

export type ProposalState = 'PENDING' | 'DISAPPROVED' | 'APPROVED' | 'CANCELED';

export type ProposalCell = {
  readonly id: number;
  readonly proposerHex: string;
  readonly parameters: readonly { readonly key: bigint; readonly value: bigint }[];
  readonly createTimeMs: number;
  readonly expireMs: number;
  /** Witnesses, in the order they approved. */
  readonly approvals: readonly string[];
  readonly state: ProposalState;
};

export function findProposal(state: CellReader, id: bigint | number): ProposalCell | undefined {
  return state.get(`proposal/${id}`) as ProposalCell | undefined;
}

export function putProposal(state: Workspace, proposal: ProposalCell): void {
  state.set(`proposal/${proposal.id}`, proposal);
}

export function proposalCount(state: CellReader): number {
  return (state.get('proposal-count') as number | undefined) ?? 0;
}

/** Keeps a new proposal under the next number. */
export function addProposal(state: Workspace, proposal: Omit<ProposalCell, 'id'>): void {
  const id = proposalCount(state) + 1;
  state.set('proposal-count', id);
  putProposal(state, { ...proposal, id });
}

/** Every proposal, in the order of their numbers. */
export function listProposals(state: CellReader): ProposalCell[] {
  const ids = Array.from({ length: proposalCount(state) }, (_, index) => index + 1);
  return ids.map((id) => findProposal(state, id)).filter((proposal) => proposal !== undefined);
}
