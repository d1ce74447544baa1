import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** Witnesses that may make blocks and decide proposals. */
export const activeWitnessesMax = 27;

export type WitnessCell = {
  readonly url: string;
  /** Votes as of the last maintenance. */
  readonly voteCount: bigint;
  /** Among those that make blocks. */
  readonly isActive: boolean;
  /** Votes that the genesis block gave; no other witness has them, and who has them may not withdraw rewards. */
  readonly genesisVotes: bigint;
};

export type NamedWitness = WitnessCell & { readonly addressHex: string };

export function findWitness(state: CellReader, addressHex: string): WitnessCell | undefined {
  return state.get(`witness/${addressHex}`) as WitnessCell | undefined;
}

/** Every witness, in the order of their addresses. */
export function listWitnesses(state: CellReader): NamedWitness[] {
  return addresses(state).flatMap((addressHex) => {
    const witness = findWitness(state, addressHex);
    return witness === undefined ? [] : [{ addressHex, ...witness }];
  });
}

/** Most votes first; those with equal votes by address, the highest first. */
export function sortWitnesses(witnesses: readonly NamedWitness[]): NamedWitness[] {
  return witnesses.toSorted((left, right) => {
    if (left.voteCount !== right.voteCount) return left.voteCount > right.voteCount ? -1 : 1;
    return left.addressHex > right.addressHex ? -1 : 1;
  });
}

export function addWitness(
  state: Workspace,
  addressHex: string,
  witness: Pick<WitnessCell, 'url' | 'isActive' | 'genesisVotes'>,
): void {
  state.set('witnesses', [...addresses(state), addressHex].toSorted());
  putWitness(state, addressHex, { ...witness, voteCount: witness.genesisVotes });
}

/** Keeps a witness that is known. */
export function putWitness(state: Workspace, addressHex: string, witness: WitnessCell): void {
  state.set(`witness/${addressHex}`, witness);
}

function addresses(state: CellReader): readonly string[] {
  return (state.get('witnesses') as readonly string[] | undefined) ?? [];
}
