import { hash } from 'node:crypto';

/** Bytes of a hash, from which two draws come: 16 bytes of nonce and 16 of a number each. */
export const hashBytes = 64;

/** The hashes of one owner after the other, from which everything follows that looks random. */
export type DrawHashes = {
  /** Goes to the owner whose name stands in these bytes. */
  readonly begin: (text: Uint8Array, from: number, to: number) => void;
  /** Writes the hash of this number, from 0, to `at`. */
  readonly write: (number: number, to: Buffer, at: number) => void;
};

/** Digits of the number of a hash. */
const longestNumber = 16;

/**
 * Each is a hash of the seed, the asset, the owner and a number. The seed stands before what is hashed, and what follows it is never
 * the end of another text that is hashed, so that nothing can be continued from what somebody is told.
 */
export function openDrawHashes(seed: Uint8Array, assetId: string): DrawHashes {
  const ownerBegins = seed.length + assetId.length + 1;
  let content = Buffer.alloc(0);
  /** Views of the content by their length: making one takes longer than filling it. */
  let views: Buffer[] = [];
  let begins = 0;
  const makeRoom = (length: number): void => {
    content = Buffer.alloc(ownerBegins + length + 1 + longestNumber);
    content.set(seed);
    content.write(`${assetId}:`, seed.length, 'latin1');
    views = Array.from({ length: content.length + 1 }, (_, each) => content.subarray(0, each));
  };
  return {
    begin: (text, from, to) => {
      if (ownerBegins + to - from + 1 + longestNumber > content.length) makeRoom(to - from);
      begins = ownerBegins;
      // A call that copies so few bytes takes longer than they do.
      for (let at = from; at < to; at += 1, begins += 1) content[begins] = text[at] as number;
      content[begins] = colon;
      begins += 1;
    },
    write: (number, to, at) => {
      let ends = begins + 1;
      if (number < 10) content[begins] = zero + number;
      else ends = begins + content.write(String(number), begins, 'latin1');
      // As text, which Node gives out three times as fast as bytes.
      to.write(hash('sha512', views[ends] ?? content.subarray(0, ends), 'binary'), at, 'latin1');
    },
  };
}

const [colon, zero] = [0x3a, 0x30];
