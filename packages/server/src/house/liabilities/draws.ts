import { hash } from 'node:crypto';

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

/** Digits of the number of a hash. */
const longestNumber = 16;

/**
 * Two draws from each hash of the seed, the owner and a number. The seed stands before what is hashed, and what follows it
 * is never the end of another text that is hashed, so that nothing can be continued from what somebody is told.
 */
export function openDraws(seed: Uint8Array, assetId: string): Draws {
  const ownerBegins = seed.length + assetId.length + 1;
  let content = Buffer.alloc(0);
  /** Views of the content by their length: making one takes longer than filling it. */
  let views: Buffer[] = [];
  const bytes = Buffer.alloc(64);
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [begins, drawn, at] = [0, 0, 0];
  const makeRoom = (owner: string): void => {
    content = Buffer.alloc(ownerBegins + owner.length + 1 + longestNumber);
    content.set(seed);
    content.write(`${assetId}:`, seed.length, 'latin1');
    views = Array.from({ length: content.length + 1 }, (_, length) => content.subarray(0, length));
  };
  const draw = (): void => {
    at = drawn % 2 === 0 ? 0 : 32;
    if (at === 32) return;
    const ends = begins + content.write(String(drawn / 2), begins, 'latin1');
    // As text, which Node gives out three times as fast as bytes.
    bytes.write(hash('sha512', views[ends] ?? content.subarray(0, ends), 'binary'), 0, 'latin1');
  };
  return {
    begin: (owner) => {
      if (ownerBegins + owner.length + 1 + longestNumber > content.length) makeRoom(owner);
      begins = ownerBegins + content.write(`${owner}:`, ownerBegins, 'latin1');
      drawn = 0;
      draw();
    },
    next: () => {
      drawn += 1;
      draw();
    },
    nonce: () => bytes.toString('hex', at, at + 16),
    number: () => (words.getBigUint64(at + 16) << 64n) | words.getBigUint64(at + 24),
    lowNumber: () => BigInt.asUintN(62, words.getBigUint64(at + 24)),
  };
}
