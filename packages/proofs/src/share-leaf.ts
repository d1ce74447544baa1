import { utf8ToBytes } from '@noble/hashes/utils.js';

/** One wallet's line of a published distribution; numbers as decimal text. */
export type PublishedShare = {
  readonly pseudonym: string;
  /** Base units of the reward token times microseconds. */
  readonly weight: string;
  /** Base units: part of the pool, and swap rewards paid along with it. */
  readonly reward: string;
  readonly swapReward: string;
};

/** What is hashed of a line: its four fields with colons between. */
export function shareLeaf({ pseudonym, weight, reward, swapReward }: PublishedShare): Uint8Array {
  return utf8ToBytes(`${pseudonym}:${weight}:${reward}:${swapReward}`);
}
