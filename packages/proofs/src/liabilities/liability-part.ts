import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** One part of what one owner is owed, as its leaf commits to it. */
export type LiabilityPart = {
  /** Number of the snapshot, from 1. */
  readonly snapshot: number;
  readonly assetId: string;
  /** The Tron address of a wallet (nobody else has it, so no two people can be shown one leaf), or an account of the house. */
  readonly owner: string;
  /** Which part of the owner's balance, from 0. */
  readonly part: number;
  /** Base units, from 1. */
  readonly amount: bigint;
  /** 16 secret bytes in hex, which only the owner is told: without them nobody can try amounts out against the commitment. */
  readonly nonce: string;
};

/** What is hashed of a part: its fields with colons between. */
export function textOfPart({ part, amount, nonce, ...owned }: LiabilityPart): string {
  return `${beginningOfPart(owned)}${part}:${amount}:${nonce}`;
}

/** How the texts of all parts of an owner begin. */
export function beginningOfPart({
  snapshot,
  assetId,
  owner,
}: Pick<LiabilityPart, 'snapshot' | 'assetId' | 'owner'>): string {
  return `liability:1:${snapshot}:${assetId}:${owner}:`;
}

/** The 32 bytes that stand for a part in the published list (docs/proof-of-liabilities.md). */
export function commitPart(part: LiabilityPart): Uint8Array {
  return sha256(utf8ToBytes(textOfPart(part)));
}
