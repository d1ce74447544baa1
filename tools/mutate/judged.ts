/** A mutant that no test needs to kill, because nobody could tell it from the original. */
export type Judged = { readonly id: string; readonly fingerprint: string; readonly reason: string };

const ledger = (name: string): string => `packages/ledger/sql/${name}.sql ledger.${name}`;

const shifted = 'All places of the list move by four, and `unnest`, which alone reads it, asks for no place.';

/** Judged by reading. They count as survived in the figures. */
export const judgedEquivalent: readonly Judged[] = [
  // The ones with even numbers: `2 * leg + side + 2` in place of `2 * leg + side - 2`.
  ...[6, 8, 10, 12, 14, 16].map((ordinal) => ({
    id: `${ledger('book')} flip-sign ${ordinal}`,
    fingerprint: '85801302b65f',
    reason: shifted,
  })),
  {
    id: `${ledger('batch_walk')} flip-sign 17`,
    fingerprint: 'ae2c96f95671',
    reason: 'Two more places are looked at, which are no account of the house: what is compared there is null.',
  },
  {
    id: `${ledger('expire_holds')} flip-comparison 1`,
    fingerprint: 'd2b055b6e39f',
    reason: 'A hold that ends in this very microsecond is swept now or by the next sweep.',
  },
];
