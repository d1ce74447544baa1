/** A mutant that no test needs to kill, because nobody could tell it from the original. */
export type Judged = { readonly id: string; readonly fingerprint: string; readonly reason: string };

export function isJudged({ id, fingerprint }: Pick<Judged, 'id' | 'fingerprint'>, judged: readonly Judged[]): boolean {
  return judged.some((entry) => entry.id === id && entry.fingerprint === fingerprint);
}

/** Mutants of a function of the ledger whose text has this fingerprint: operator and ordinal of each, and the reason. */
const ofLedger = (name: string, fingerprint: string, reasons: Readonly<Record<string, string>>): readonly Judged[] =>
  Object.entries(reasons).map(([mutant, reason]) => ({
    id: `packages/ledger/sql/${name}.sql ledger.${name} ${mutant}`,
    ...{ fingerprint, reason },
  }));

const byChart =
  'The chart has no leg of such a kind from the house to a customer, so `post_journals` is asked as before.';
const shifted = 'All places of the list move by four, and `unnest`, which alone reads it, asks for no place.';
const microsecond = 'Only a moment that is reached in this very microsecond would tell the difference.';
const doubt = 'A floor only says which journals are looked at precisely, and that asks whether the account is guarded.';
const askedAgain = 'Journals without a fault are asked of `fault_of` too, which finds none.';
const ownNumber = 'An entry of a call has a number of its own, which no transfer has.';
const unmoved = 'What was not moved is written as it is.';

/** Judged by reading. They count as survived in the figures. */
export const judgedEquivalent: readonly Judged[] = [
  ...ofLedger('post_journals', '2fcdd95fa64b', {
    'drop-conjunct 2':
      'A walk with the house locked never says that the house is short, so the other half ends the loop.',
  }),
  ...ofLedger('book', '85801302b65f', {
    'flip-sign 6': shifted,
    'flip-sign 8': shifted,
    'flip-sign 10': shifted,
    'flip-sign 12': shifted,
    'flip-sign 14': shifted,
    'flip-sign 16': shifted,
    'flip-sign 7':
      'The two entries of a leg change places in a list in which they are the same: that of the transfers.',
  }),
  ...ofLedger('check_shape', '5740924953ef', {
    'swap-sides 9': 'The two accounts are equal there.',
  }),
  ...ofLedger('batch_walk', 'ae2c96f95671', {
    'drop-conjunct 7': 'Where nothing is in doubt, the precise question finds nothing.',
    'drop-conjunct 16': 'Once the house is locked, nobody asks whether it is short.',
    'flip-comparison 3': 'More journals are looked at precisely, which finds what there is.',
    'flip-sign 17': 'Two more places are looked at, which are no account of the house: what is compared there is null.',
  }),
  ...ofLedger('batch_lock_house', '9713b5fd4df5', {
    'drop-conjunct 1': doubt,
    'drop-conjunct 2': doubt,
  }),
  ...ofLedger('batch_open_accounts', '80dddd64f9fe', {
    'drop-conjunct 5':
      'A guarded account of the debit side makes the house be locked first, and then its floor is read again.',
    'drop-conjunct 9': 'What is no account of a customer is one of the house, or none.',
  }),
  ...ofLedger('batch_write_customers', '2ee466866acc', {
    'drop-conjunct 4': unmoved,
    'flip-comparison 4': unmoved,
  }),
  ...ofLedger('post_hold', 'e79119f1ac04', {
    'flip-comparison 5': microsecond,
  }),
  ...ofLedger('expire_holds', 'd2b055b6e39f', {
    'flip-comparison 1': 'A hold that ends in this very microsecond is swept now or by the next sweep.',
  }),
  ...ofLedger('lock_patiently', '65dde9dcf955', {
    'flip-comparison 1': microsecond,
  }),
  ...ofLedger('move_part', '9a96f1ea2312', {
    'drop-conjunct 2': 'Only parts have bounds.',
  }),
  ...ofLedger('close_hold', '403499718575', {
    'drop-conjunct 4': 'All transfers of one resolution have the same state, so any of them tells the outcome.',
  }),
  ...ofLedger('open_customer_account', 'b1419fdc979c', {
    'drop-conjunct 5': 'Only customers’ accounts have a wallet, as a constraint says.',
  }),
  ...ofLedger('batch_judge_alone', '6067aa890b05', {
    'drop-conjunct 6': askedAgain,
    'flip-comparison 1': askedAgain,
    'flip-comparison 7': askedAgain,
    'swap-sides 3': askedAgain,
    'swap-sides 4': askedAgain,
    'drop-conjunct 1': 'More kinds are read than the journals have; each journal still looks for its own among them.',
    'flip-comparison 10': 'A journal of exactly 10,000 legs is asked of `check_shape` too, which finds nothing wrong.',
  }),
  ...ofLedger('batch_check_legs', '993540984711', {
    'drop-conjunct 3': askedAgain,
    'drop-conjunct 14': askedAgain,
  }),
  ...ofLedger('post_payout', '592dd935bc10', {
    'drop-conjunct 38': 'An account of the house among the customers is found by its class in the same statement.',
    'drop-conjunct 21': byChart,
    'drop-conjunct 22': byChart,
    'drop-conjunct 24': byChart,
    'drop-conjunct 28': 'It is true there.',
    'drop-conjunct 35': 'Only accounts of customers have an owner, as a constraint says.',
    'drop-conjunct 45': 'The chart lets the one guarded account of the debit side pay no customer.',
    'flip-comparison 8': 'A journal of exactly 10,000 legs is posted by `post_journals`, with the same outcome.',
    'flip-comparison 23':
      'Where one account pays, a customer who is named twice is noticed here in place of by the locks.',
  }),
  ...ofLedger('house_account', '7444b865796f', {
    'drop-conjunct 4': 'An account that is there already is found again at the end.',
    'drop-conjunct 11': 'Accounts of customers have the code `customer`, for which no class of the house was found.',
  }),
  ...ofLedger('compute_daily_root', 'bc8213a08817', {
    'drop-conjunct 7': 'An entry has the number of a transfer of its own account; the account is named for the index.',
    'drop-conjunct 11': 'The day’s transfers lie between their first and their last one.',
    'flip-comparison 5': 'The range may be wider than the day, whose journals are asked for once more.',
    'flip-comparison 13': ownNumber,
    'flip-comparison 14':
      'An entry of a call is drawn a moment after its transfers, not a hundred million numbers later.',
  }),
  ...ofLedger('holding_weights', '6fa67fe5a23a', {
    'flip-comparison 1': 'What moved at the very end was held for no time.',
    'flip-comparison 3':
      'A transfer has two sides: an entry that is not of the one side is of the other, and is found once either way.',
    'flip-comparison 5': 'What moved at the very beginning was held for the whole period, as what was there before.',
  }),
  ...ofLedger('moves_of', '93493ff3f6d1', {
    'drop-conjunct 3': ownNumber,
  }),
];
