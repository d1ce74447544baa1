import { NotOffered } from './check.ts';
import type { Json } from './node.ts';

/** Throws `NotOffered` where an answer about a contract says that the node is not set up for it. */
export function requireOffered({ result }: Json): void {
  const words = String((result as Json | undefined)?.['message'] ?? '');
  const text = /^[0-9a-f]+$/.test(words) ? Buffer.from(words, 'hex').toString('utf8') : words;
  if (text.startsWith('this node does not support')) throw new NotOffered(text);
}
