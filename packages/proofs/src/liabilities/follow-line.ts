import { bytesToHex } from '@noble/hashes/utils.js';
import { commitPart } from './liability-part.ts';
import { rootOfSumPath, type SumStep } from './sum-path.ts';

/** A line as its owner is given it: numbers and hashes as text. */
export type GivenLine = {
  readonly assetId: string;
  readonly owner: string;
  readonly part: number;
  /** Base units. */
  readonly amount: string;
  /** 16 secret bytes, hexadecimal. */
  readonly nonce: string;
  readonly path: readonly SumStep[];
};

/**
 * The root to which a line of a snapshot and its path lead, hexadecimal, and the total there.
 * @throws RangeError for a sum on the way that is negative or too large, SyntaxError or Error for what is no number or no hash
 */
export function followLine(snapshot: number, line: GivenLine): { readonly root: string; readonly sum: bigint } {
  const amount = BigInt(line.amount);
  const commitment = commitPart({ ...line, snapshot, amount });
  const { hash, sum } = rootOfSumPath({ commitment, amount }, line.path);
  return { root: bytesToHex(hash), sum };
}
