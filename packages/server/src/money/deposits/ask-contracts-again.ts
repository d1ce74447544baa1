import type { BlockHead } from '@tern/tron/get-block-head';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { askContracts, type AskContractsDeps, type Comparison } from './ask-contracts.ts';
import { holdingKey } from './token-changes.ts';
import type { Holding } from './token-watch-store.ts';

export type AskAgainDeps = AskContractsDeps & {
  /** Every configured node: each has to tell the same contradiction. */
  readonly nodes: readonly TronNode[];
};

/**
 * Asks contracts as `askContracts` does, and every node once more about what contradicted the events. A contradiction
 * counts only where all of them tell the same figure: behind one address there may be many machines, and one of them that
 * is behind must not freeze a token. Of what is not confirmed nothing was found out. Throws `NodeFault` for the first
 * question alone; a node that fails afterwards confirms nothing.
 */
export async function askContractsAgain(
  deps: AskAgainDeps,
  at: Pick<BlockHead, 'number' | 'id'>,
  holdings: readonly Holding[],
): Promise<Comparison> {
  const { agreed, contradicted } = await askContracts(deps, at, holdings);
  let confirmed = contradicted;
  for (const node of deps.nodes) {
    if (confirmed.size === 0) break;
    const doubted = holdings.filter((holding) => confirmed.has(holdingKey(holding)));
    const again = await readContradictions({ ...deps, node }, at, doubted);
    confirmed = new Map([...confirmed].filter(([key, found]) => again.get(key) === found));
  }
  return { agreed, contradicted: confirmed };
}

async function readContradictions(
  deps: AskContractsDeps,
  at: Pick<BlockHead, 'number' | 'id'>,
  holdings: readonly Holding[],
): Promise<Comparison['contradicted']> {
  try {
    return (await askContracts(deps, at, holdings)).contradicted;
  } catch (error) {
    if (error instanceof NodeFault) return new Map();
    throw error;
  }
}
