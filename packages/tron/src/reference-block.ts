import { assert } from '@tern/base/assert';
import type { RawTransaction, ReferenceBlock } from './transaction.ts';

/**
 * Tells whether a block's id carries its number in the first 16 of its 64 lower-case digits, as every id on Tron does.
 *
 * @example
 * isReferenceBlock({ number: 7, id: `0000000000000007${'ab'.repeat(24)}` }); // → true
 * isReferenceBlock({ number: 8, id: `0000000000000007${'ab'.repeat(24)}` }); // → false
 */
export function isReferenceBlock({ number, id }: Pick<ReferenceBlock, 'number' | 'id'>): boolean {
  return (
    Number.isSafeInteger(number) &&
    number >= 0 &&
    /^[0-9a-f]{64}$/.test(id) &&
    id.startsWith(number.toString(16).padStart(16, '0'))
  );
}

/**
 * Gives the two extracts of a block's id by which a transaction refers to the block: bytes 6 and 7, the low end of its
 * number, and bytes 8 to 15 of the hash.
 *
 * @throws AssertionFault where the id does not carry the number.
 * @example
 * referenceTo({ number: 7, id: `0000000000000007${'ab'.repeat(24)}`, timeMs: 0 });
 * // → { refBlockBytes: '0007', refBlockHash: 'abababababababab' }
 */
export function referenceTo(block: ReferenceBlock): Pick<RawTransaction, 'refBlockBytes' | 'refBlockHash'> {
  assert(isReferenceBlock(block), `not a block reference: ${block.number} ${block.id}`);
  return { refBlockBytes: block.id.slice(12, 16), refBlockHash: block.id.slice(16, 32) };
}
