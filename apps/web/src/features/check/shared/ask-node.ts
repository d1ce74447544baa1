import { findAnchorFault } from '@tern/proofs/liabilities/follow-anchor';
import type { CheckedStatement } from './check-chain.ts';
import type { NodeAnswer, NodeQuestion } from './node-messages.ts';

/** What the chain, as a node shows it, says of a statement. */
export type NodeFinding = {
  /** Of the node, as the person knows it. */
  readonly host: string;
  /** `right`: the note has the statement's hash, and the hot wallet wrote it. `other`: the chain has something else there. */
  readonly what: 'right' | 'other' | Extract<NodeAnswer, { failed: string }>['failed'];
};

const kept = 'chosen-node';

/** The address as it is asked, with a slash at its end; undefined where it is none of a node that the device may ask. */
export function readNodeAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  if (protocol !== 'https:' || username + password + search + hash !== '' || !host.includes('.')) return undefined;
  return `https://${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}

/** The node that was asked last on this device; empty before. */
export function readChosenNode(): string {
  return localStorage.getItem(kept) ?? '';
}

/**
 * Asks a node, without our server between, for the transaction that is said to have anchored a statement, and looks what it is.
 *
 * @param url As `readNodeAddress` gives it.
 */
export async function askNode(url: string, txId: string, statement: CheckedStatement): Promise<NodeFinding> {
  localStorage.setItem(kept, url);
  const { host } = new URL(url);
  const answer = await askBeside({ url, txId });
  if ('failed' in answer) return { host, what: answer.failed };
  const { number, hash } = statement;
  const hotAddress = statement.assets.flatMap(({ held }) => held).find(({ place }) => place === 'hot')?.seen?.address;
  const fault = findAnchorFault({ number, hash, hotAddress, txId }, answer.rawHex);
  return { host, what: fault === undefined ? 'right' : 'other' };
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
