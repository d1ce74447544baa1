import { hashBytes, openDrawHashes } from './draw-hashes.ts';

/** Secret bytes for one owner after the other. */
type Draws = {
  /** Goes to the first draw of an owner. */
  readonly begin: (owner: string) => void;
  /** Goes to the owner's next draw. */
  readonly next: () => void;
  /** Of this draw: 16 bytes in hex. */
  readonly nonce: () => string;
  /** Of this draw: from 0 to 2^128 - 1. */
  readonly number: () => bigint;
  /** The lowest 62 bits of this draw's number. */
  readonly lowNumber: () => bigint;
};

/** Two draws from each hash of an owner. */
export function openDraws(seed: Uint8Array, assetId: string): Draws {
  const hashes = openDrawHashes(seed, assetId);
  const bytes = Buffer.alloc(hashBytes);
  let [drawn, at] = [0, 0];
  const draw = (): void => {
    at = drawn % 2 === 0 ? 0 : 32;
    if (at === 0) hashes.write(drawn / 2, bytes, 0);
  };
  return {
    begin: (owner) => {
      const text = Buffer.from(owner, 'latin1');
      hashes.begin(text, 0, text.length);
      drawn = 0;
      draw();
    },
    next: () => {
      drawn += 1;
      draw();
    },
    nonce: () => bytes.toString('hex', at, at + 16),
    number: () => (bytes.readBigUInt64BE(at + 16) << 64n) | bytes.readBigUInt64BE(at + 24),
    lowNumber: () => BigInt.asUintN(62, bytes.readBigUInt64BE(at + 24)),
  };
}
