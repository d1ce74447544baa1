import type { Defect } from './defect.ts';

/** What operators may do, and what swaps and rewards come to. */
export const houseDefects: readonly Defect[] = [
  {
    id: 'signed-about-something-else',
    trap: 'What is shown is not what is signed (O05)',
    wrong: 'takes a signature about another decision',
    faults: [
      {
        file: 'packages/server/src/console/access/prove-decision.ts',
        in: 'proveDecision',
        operator: 'never',
        mentions: ['isAbout', 'statement'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-operator-keys.db.test.ts',
      title: 'O14 a stolen session adds no key: unsigned, signed by the new key itself, by another’s or not in time',
    },
  },
  {
    id: 'facts-may-change',
    trap: 'The facts change between showing and signing (O05)',
    wrong: 'carries out a decision whose facts have changed',
    faults: [
      {
        file: 'packages/server/src/console/access/prove-decision.ts',
        in: 'proveDecision',
        operator: 'never',
        mentions: ['statesFacts'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-mutations.db.test.ts',
      title: 'O05 what was signed is refused once it is not true any more: another operator has approved meanwhile',
    },
  },
  {
    id: 'key-of-another-operator',
    trap: 'A colleague’s key (O01)',
    wrong: 'takes a signature by the key of another operator',
    faults: [
      {
        file: 'packages/server/src/console/access/prove-decision.ts',
        in: 'proveDecision',
        operator: 'never',
        mentions: ['passkey', 'operatorId'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-operator-keys.db.test.ts',
      title: 'O14 a stolen session adds no key: unsigned, signed by the new key itself, by another’s or not in time',
    },
  },
  {
    id: 'new-key-decides-money',
    trap: 'A key added by a thief (O14)',
    wrong: 'lets a new key decide about money at once',
    faults: [
      {
        file: 'packages/server/src/console/access/await-money.ts',
        in: 'awaitMoney',
        operator: 'never',
        mentions: ['isBefore', 'keyDecidesMoneyFrom'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-operator-keys.db.test.ts',
      title:
        'O14 an operator signs for a further key, signs in with it, and decides about money with it three days later',
    },
  },
  {
    id: 'break-glass-decides-money',
    trap: 'Break-glass as a way in (O01)',
    wrong: 'lets somebody who came in by break-glass decide about money at once',
    faults: [
      {
        file: 'packages/server/src/console/access/await-money.ts',
        in: 'awaitMoney',
        operator: 'never',
        mentions: ['isBefore', 'decidesMoneyFrom'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-break-glass-wait.db.test.ts',
      title: 'O02 whom operators of break-glass let in waits as long as they do, and they change no other operator',
    },
  },
  {
    id: 'start-a-flow-at-once',
    trap: 'Starting again counts as stopping (O11)',
    wrong: 'lets a flow be started where only stopping it is allowed',
    faults: [
      {
        file: 'packages/server/src/console/access/await-money.ts',
        in: 'isWithoutMoney',
        operator: 'always',
        mentions: ['content', 'to', 'stopped'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-operator-keys.db.test.ts',
      title: 'O14 what a new key signs about money is refused by the console, and what stops a flow is not',
    },
  },
  {
    id: 'session-moves',
    trap: 'A stolen cookie of an operator (O08)',
    wrong: 'takes an operator’s cookie from any address',
    faults: [
      {
        file: 'packages/server/src/console/access/read-console-session.ts',
        in: 'readConsoleSession',
        operator: 'never',
        mentions: ['ip', 'session', 'origin'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-access.db.test.ts',
      title: 'O08 a cookie that turns up at another address ends the session, and the log says so',
    },
  },
  {
    id: 'session-never-idle',
    trap: 'An unlocked desk (O08)',
    wrong: 'never ends an idle session of an operator',
    faults: [
      {
        file: 'packages/server/src/console/access/read-console-session.ts',
        in: 'readConsoleSession',
        operator: 'never',
        mentions: ['idleMs', 'seenAt', 'settings'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-access.db.test.ts',
      title: 'O08 only the passkey signs in: there is no route that takes a password, and the session is short',
    },
  },
  {
    id: 'half-an-invitation',
    trap: 'One of the two who invite enrols (O01)',
    wrong: 'does not look at the code of an invitation',
    faults: [
      {
        file: 'packages/server/src/console/access/check-invitation.ts',
        in: 'checkInvitation',
        operator: 'never',
        mentions: ['isCodeRight'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-operators.db.test.ts',
      title: 'one proposes, another carries out; neither alone can do either, nor enrol in the invited person’s place',
      afterOthers: true,
    },
  },
  {
    id: 'log-cut-off',
    trap: 'A log whose end was removed (O06)',
    wrong: 'does not notice that rows are missing at the end of the log',
    faults: [
      {
        file: 'packages/server/src/people/operators/verify-actions.ts',
        in: 'verifyActions',
        operator: 'always',
        mentions: ['last', 'end'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/operators/action-log.db.test.ts',
      title: 'rows cut off the end is named',
      afterOthers: true,
    },
  },
  {
    id: 'log-another-history',
    trap: 'A log that was written anew (O06)',
    wrong: 'does not compare the log with an end that was noted elsewhere',
    faults: [
      {
        file: 'packages/server/src/people/operators/verify-actions.ts',
        in: 'verifyActions',
        operator: 'never',
        mentions: ['known', 'seq'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/operators/action-log.db.test.ts',
      title: 'an older copy and a history written anew are told from the end that was noted elsewhere',
      afterOthers: true,
    },
  },
  {
    id: 'bonus-for-oneself',
    trap: 'An operator releases their own bonus (O02)',
    wrong: 'lets operators decide about their own bonus',
    faults: [
      {
        file: 'packages/server/src/money/promotions/decide-bonus.ts',
        in: 'decideBonus',
        operator: 'ignore-answer',
        mentions: ['refuseOwnAccount', 'own-account', 'tx', 'operatorId', 'personIds', 'personId', 'subject'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-own-accounts.db.test.ts',
      title: 'O02 resolutions.decideBonus release: refused about an account close to the operator, or about nobody’s',
    },
  },
  {
    id: 'swap-rounds-up',
    trap: 'Rounding leakage in swaps (M11)',
    wrong: 'rounds what a swap pays up',
    faults: [
      {
        file: 'packages/server/src/money/swaps/quote-amounts.ts',
        in: 'quoteAmounts',
        operator: 'replace-callee',
        mentions: ['multiplyFloor', 'counted', 'mid', 'spreadPpm'],
        by: 'multiplyCeil',
        from: '@tern/money/ratio',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/swaps/quote-amounts.fuzz.test.ts',
      title: 'M11 the parts of a split swap never bring more than the whole beyond what its size cost',
    },
  },
  {
    id: 'fee-rounds-down',
    trap: 'Rounding leakage in swaps (M11)',
    wrong: 'rounds the fee of a swap down',
    faults: [
      {
        file: 'packages/server/src/money/swaps/quote-amounts.ts',
        in: 'quoteAmounts',
        operator: 'replace-callee',
        mentions: ['multiplyCeil', 'feeBasisPoints', 'amountOut'],
        by: 'multiplyFloor',
        from: '@tern/money/ratio',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/swaps/quote-amounts.fuzz.test.ts',
      title: 'M11 the parts of a split swap never bring more than the whole beyond what its size cost',
    },
  },
  {
    id: 'old-quote',
    trap: 'A swap at an old price (M10)',
    wrong: 'swaps at a quote that has expired',
    faults: [
      {
        file: 'packages/server/src/money/swaps/judge-swap.ts',
        in: 'judgeSwap',
        operator: 'never',
        mentions: ['quote', 'expired'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/swaps/swaps.db.test.ts',
      title: 'M10 after its 15 seconds a quote is worth nothing',
    },
  },
  {
    id: 'price-moved',
    trap: 'A swap at a price that moved (M10)',
    wrong: 'swaps although the price moved against the house',
    faults: [
      {
        file: 'packages/server/src/money/swaps/judge-swap.ts',
        in: 'checkPrice',
        operator: 'never',
        mentions: ['hasMovedAgainstHouse'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/swaps/swap-sets.db.test.ts',
      title: 'M10 in a set each is judged for itself: refusals keep their reason, write nothing and stop nobody',
    },
  },
  {
    id: 'parts-round-up',
    trap: 'Rounding of rewards (M12)',
    wrong: 'rounds the distributed part of the pool up',
    faults: [
      {
        file: 'packages/server/src/money/pool/share-pool.ts',
        in: 'shareOfPool',
        operator: 'replace-callee',
        mentions: ['multiplyFloor'],
        by: 'multiplyCeil',
        from: '@tern/money/ratio',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/pool/share-pool.fuzz.test.ts',
      title: 'a tenth of the pool, rounded down',
    },
  },
];
