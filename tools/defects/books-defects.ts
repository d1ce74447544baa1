import type { Defect } from './defect.ts';

/** What the house does not see of its books. */
export const bookDefects: readonly Defect[] = [
  {
    id: 'watch-forgets-holds',
    trap: 'Money held for nothing (I02)',
    wrong: 'does not compare held amounts with open holds',
    faults: [
      {
        file: 'packages/server/src/house/invariants/ledger-checks.ts',
        in: 'readRecent',
        operator: 'never',
        mentions: ['held', 'h'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I02 more held than there are holds' },
  },
  {
    id: 'watch-forgets-guards',
    trap: 'A balance below zero (I03)',
    wrong: 'does not look whether a guarded account is below zero',
    faults: [
      {
        file: 'packages/server/src/house/invariants/ledger-checks.ts',
        in: 'readRecent',
        operator: 'never',
        mentions: ['posted', 'held', 'side', 'credit'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I03 a customer below zero' },
  },
  {
    id: 'issuance-covers-all',
    trap: 'More promised than there is (I04)',
    wrong: 'does not compare what is owed with what is held',
    faults: [
      {
        file: 'packages/server/src/house/invariants/ledger-checks.ts',
        in: 'findUncovered',
        operator: 'never',
        mentions: ['owed', 'has'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I04 people owed more than there is' },
  },
  {
    id: 'replies-of-others',
    trap: 'A reply that tells of somebody else (I13)',
    wrong: 'does not look whose record a stored reply tells of',
    faults: [
      {
        file: 'packages/server/src/house/invariants/conduct-checks.ts',
        in: 'findReplyBreaches',
        operator: 'always',
        mentions: ['e', 'person_id', 'r'],
      },
    ],
    caughtBy: {
      file: 'tests/flows/invariants.flow.test.ts',
      title: 'I13 a reply that tells somebody of a record which is not theirs',
    },
  },
  {
    id: 'any-step-allowed',
    trap: 'A transfer that skips its steps (I14)',
    wrong: 'does not look which step follows which',
    faults: [
      {
        file: 'packages/server/src/house/invariants/conduct-checks.ts',
        in: 'findPathBreaches',
        operator: 'never',
        mentions: ['from_state', 'to_state', 'ALL'],
      },
    ],
    caughtBy: {
      file: 'tests/flows/invariants.flow.test.ts',
      title: 'I14 a step from one state to another that it never leads to',
    },
  },
  {
    id: 'factors-of-another-draft',
    trap: 'Factors given for another transfer (I20)',
    wrong: 'does not look for which draft factors were given',
    faults: [
      {
        file: 'packages/server/src/house/invariants/conduct-checks.ts',
        in: 'findAuthorityBreaches',
        operator: 'always',
        mentions: ['detail', 'encode'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I20 factors for another draft' },
  },
  {
    id: 'one-operator-twice',
    trap: 'One approval too few (I21)',
    wrong: 'does not count the approvals of a transfer',
    faults: [
      {
        file: 'packages/server/src/house/invariants/conduct-checks.ts',
        in: 'findAuthorityBreaches',
        operator: 'compare',
        mentions: ['approvals_needed', 'count', 'operator_id'],
        by: '>',
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I21 one approval where two are needed' },
  },
  {
    id: 'limit-day-too-short',
    trap: 'A limit that was passed (I19)',
    wrong: 'does not compare what was sent with the limit',
    faults: [
      {
        file: 'packages/server/src/house/invariants/conduct-checks.ts',
        in: 'findLimitBreaches',
        operator: 'never',
        mentions: ['total', 'daily_max'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I19 more than a day allows' },
  },
  {
    id: 'share-not-of-weight',
    trap: 'A share that its weight does not give (I15)',
    wrong: 'does not compute the shares again',
    faults: [
      {
        file: 'packages/server/src/house/invariants/reward-checks.ts',
        in: 'findDistributionBreaches',
        operator: 'never',
        mentions: ['odd'],
      },
    ],
    caughtBy: {
      file: 'tests/flows/invariants.flow.test.ts',
      title: 'I15 a share that its weight does not give, in sums that are right',
    },
  },
  {
    id: 'wallet-of-another',
    trap: 'A transfer from somebody else’s wallet (I26)',
    wrong: 'does not look whose wallet a transfer is from',
    faults: [
      {
        file: 'packages/server/src/house/invariants/end-checks.ts',
        in: 'findEndBreaches',
        operator: 'always',
        mentions: ['o', 'person_id', 'wallet_id'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'nothing is found in sound books: everything' },
  },
  {
    id: 'fee-higher-than-shown',
    trap: 'A fee above the one that was shown (I12)',
    wrong: 'does not compare the fee with the one of the draft',
    faults: [
      {
        file: 'packages/server/src/house/invariants/withdrawal-checks.ts',
        in: 'findWithdrawalBreaches',
        operator: 'never',
        mentions: ['fee', 'to_fee', 'd'],
      },
    ],
    caughtBy: { file: 'tests/flows/invariants.flow.test.ts', title: 'I12 a fee that was booked above the one shown' },
  },
];
