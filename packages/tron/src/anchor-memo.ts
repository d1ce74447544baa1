/** A statement of what is owed, as its anchor names it. */
export type AnchoredStatement = {
  /** From 1. */
  readonly number: number;
  /** SHA-256 of the statement, 64 hexadecimal digits. */
  readonly hash: string;
};

/**
 * The note of the transaction that anchors a statement (docs/proof-of-liabilities.md).
 *
 * @example
 * anchorMemo({ number: 7, hash: 'ab'.repeat(32) }).slice(0, 18); // → 'liabilities 1 7 ab'
 */
export function anchorMemo({ number, hash }: AnchoredStatement): string {
  return `liabilities 1 ${number} ${hash}`;
}

/**
 * Reads such a note; undefined for every other.
 *
 * @example
 * readAnchorMemo(`liabilities 1 7 ${'ab'.repeat(32)}`)?.number; // → 7
 * readAnchorMemo('rent for May'); // → undefined
 */
export function readAnchorMemo(memo: string): AnchoredStatement | undefined {
  const found = /^liabilities 1 ([1-9]\d{0,9}) ([0-9a-f]{64})$/.exec(memo);
  return found === null ? undefined : { number: Number(found[1]), hash: found[2] ?? '' };
}
