import { assert } from '@tern/base/assert';
import type { RawTransaction, ReferenceBlock } from './transaction.ts';

/** True where the id carries the number, as every block id of Tron does. */
export function isReferenceBlock({ number, id }: Pick<ReferenceBlock, 'number' | 'id'>): boolean {
  return (
    Number.isSafeInteger(number) &&
    number >= 0 &&
    /^[0-9a-f]{64}$/.test(id) &&
    id.startsWith(number.toString(16).padStart(16, '0'))
  );
}

/** The two extracts of a block by which a transaction refers to it. */
export function referenceTo(block: ReferenceBlock): Pick<RawTransaction, 'refBlockBytes' | 'refBlockHash'> {
  assert(isReferenceBlock(block), `not a block reference: ${block.number} ${block.id}`);
  return { refBlockBytes: block.id.slice(12, 16), refBlockHash: block.id.slice(16, 32) };
}
