/** A mutant that no test needs to kill, because nobody could tell it from the original. */
export type Judged = { readonly id: string; readonly fingerprint: string; readonly reason: string };

export function isJudged({ id, fingerprint }: Pick<Judged, 'id' | 'fingerprint'>, judged: readonly Judged[]): boolean {
  return judged.some((entry) => entry.id === id && entry.fingerprint === fingerprint);
}

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
  {
    id: `${ledger('close_hold')} drop-conjunct 4`,
    fingerprint: '403499718575',
    reason: 'All transfers of one resolution have the same state, so any of them tells the outcome.',
  },
  {
    id: `${ledger('open_customer_account')} drop-conjunct 5`,
    fingerprint: 'b1419fdc979c',
    reason: 'Only customers’ accounts have a wallet, as a constraint says.',
  },
  {
    id: `${ledger('batch_judge_alone')} drop-conjunct 1`,
    fingerprint: '6067aa890b05',
    reason: 'More kinds are read than the journals have; each journal still looks for its own among them.',
  },
  {
    id: `${ledger('batch_judge_alone')} flip-comparison 10`,
    fingerprint: '6067aa890b05',
    reason: 'A journal of exactly 10,000 legs is asked of `check_shape` too, which finds nothing wrong.',
  },
  ...[3, 14].map((ordinal) => ({
    id: `${ledger('batch_check_legs')} drop-conjunct ${ordinal}`,
    fingerprint: '993540984711',
    reason: 'Journals without a fault are asked of `fault_of` too, which finds none.',
  })),
  {
    id: `${ledger('post_payout')} drop-conjunct 38`,
    fingerprint: '592dd935bc10',
    reason: 'An account of the house among the customers is found by its class in the same statement.',
  },
  {
    id: `${ledger('post_payout')} drop-conjunct 7`,
    fingerprint: '592dd935bc10',
    reason: 'More than eight accounts pay in as many statements of their own, with the same outcome.',
  },
];
