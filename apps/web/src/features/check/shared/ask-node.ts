import { findAnchorFault } from '@tern/proofs/liabilities/follow-anchor';
import { recoverSigner } from '@tern/tron/browser-signatures';
import type { CheckedStatement } from './check-chain.ts';
import { storeChosenNode } from './node-address.ts';
import type { NodeAnswer, NodeQuestion } from './node-messages.ts';

/** What the chain, as a node shows it, says of a statement. */
export type NodeFinding = {
  /** Of the node, as the person knows it. */
  readonly host: string;
  /**
   * `right`: the note has the statement's hash, and the hot wallet's key signed it. `other`: the chain has something else
   * there. `unsigned`: the node shows it without a signature of the hot wallet's key.
   */
  readonly what: 'right' | 'other' | 'unsigned' | Extract<NodeAnswer, { failed: string }>['failed'];
};

/**
 * Asks a node, without our server between, for the transaction that is said to have anchored a statement, and looks what it is.
 *
 * @param url As `readNodeAddress` gives it.
 */
export async function askNode(url: string, txId: string, statement: CheckedStatement): Promise<NodeFinding> {
  storeChosenNode(url);
  const { host } = new URL(url);
  const answer = await askBeside({ url, txId });
  if ('failed' in answer) return { host, what: answer.failed };
  const { number, hash } = statement;
  const hotAddress = statement.assets.flatMap(({ held }) => held).find(({ place }) => place === 'hot')?.seen?.address;
  const fault = findAnchorFault({ number, hash, hotAddress, txId }, answer, recoverSigner);
  if (fault === undefined) return { host, what: 'right' };
  return { host, what: fault === 'signature' ? 'unsigned' : 'other' };
}

/** Pages reach our own server alone; the worker that asks is the one place that reaches others. */
async function askBeside(question: NodeQuestion): Promise<NodeAnswer> {
  const worker = new Worker(new URL('./node-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<NodeAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<NodeAnswer>) => resolve(data));
      worker.addEventListener('error', () => resolve({ failed: 'unreachable' }));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
