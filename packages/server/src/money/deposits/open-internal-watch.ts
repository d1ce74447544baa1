import type { Clock } from '@tern/base/clock';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { showsInternalTransactions } from '@tern/tron/shows-internal-transactions';
import type { Nodes } from './read-agreed-block.ts';

export type InternalWatchInput = {
  readonly network: 'local' | 'private' | 'nile' | 'mainnet';
  readonly nodes: Nodes;
  readonly clock: Clock;
};

/** A node's configuration may change at any restart. */
const provenForMs = 3_600_000;
/** A network with little traffic may show one at any moment. */
const doubtForMs = 60_000;
/** A minute's worth of blocks. */
const recentBlocks = 20;

/**
 * Says whether TRX that contracts send can be credited: whether every node that answers saves internal transactions now.
 * The nodes are asked at the first question, and again after an hour; after a minute where one of them showed none. While
 * no node answers, the last answer stands, and before the first one it is no. The local chain always shows them.
 */
export function openInternalWatch({ network, nodes, clock }: InternalWatchInput): () => Promise<boolean> {
  if (network === 'local') return async () => true;
  let last: { readonly shown: boolean; readonly untilMs: number } | undefined;
  return async () => {
    if (last !== undefined && clock.nowMs() < last.untilMs) return last.shown;
    const answers = (await Promise.all(nodes.map(askOrSilence))).filter((answer) => answer !== undefined);
    const shown = answers.length === 0 ? (last?.shown ?? false) : answers.every(Boolean);
    const isProven = shown && answers.length === nodes.length;
    last = { shown, untilMs: clock.nowMs() + (isProven ? provenForMs : doubtForMs) };
    return shown;
  };
}

async function askOrSilence(node: TronNode): Promise<boolean | undefined> {
  try {
    return await showsInternalTransactions(node, { blocks: recentBlocks });
  } catch (error) {
    if (error instanceof NodeFault) return undefined;
    throw error;
  }
}
