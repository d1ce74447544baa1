import type { Defect } from './defect.ts';

const withdrawals = 'packages/server/src/money/transfers';
const internalTests = `${withdrawals}/internal-send.db.test.ts`;
const holdFunds = 'packages/ledger/sql/hold_funds.sql';
const postHold = 'packages/ledger/sql/post_hold.sql';
const foreignIds = 'services/api/src/other-peoples-ids.db.test.ts';
const asNobodys = 'another person’s id is answered as nobody’s, and changes nothing of theirs';
const webShared = 'apps/web/src/shared';
const raceTests = 'packages/ledger/src/race.db.test.ts';

/** What spends twice, forgets who may, or counts wrong. */
export const conductDefects: readonly Defect[] = [
  {
    id: 'check-then-act',
    trap: 'Flexcoin and Poloniex, 2014: thousands of withdrawals at once (M01)',
    wrong: 'looks at the balance before it locks the account',
    faults: [{ file: holdFunds, in: 'ledger.hold_funds', operator: 'drop-lock', mentions: ['lock_accounts'] }],
    caughtBy: { file: raceTests, title: 'M01 one of 100 parallel holds of the whole balance succeeds' },
  },
  {
    id: 'spend-what-is-held',
    trap: 'A hold and a transfer spend the same balance (M01)',
    wrong: 'compares a hold with what is posted, not with what is available',
    faults: [{ file: holdFunds, in: 'ledger.hold_funds', operator: 'drop-term', mentions: ['held', 'p_amount'] }],
    caughtBy: { file: raceTests, title: 'M01 holds and transfers together never spend more than there is' },
  },
  {
    id: 'post-in-part',
    trap: 'A hold that leaves a rest behind (I02)',
    wrong: 'posts less than was held',
    faults: [{ file: postHold, in: 'ledger.post_hold', operator: 'compare', mentions: ['sum', 'v_pending'], by: '>' }],
    caughtBy: { file: 'packages/ledger/src/hold.db.test.ts', title: 'posts neither more nor less than was held' },
  },
  {
    id: 'post-after-its-time',
    trap: 'An expired hold that still pays (I08)',
    wrong: 'posts a hold whose time is over',
    faults: [
      { file: postHold, in: 'ledger.post_hold', operator: 'never', mentions: ['expires_at', 'clock_timestamp'] },
    ],
    caughtBy: {
      file: 'packages/ledger/src/hold.db.test.ts',
      title: 'time over but not yet swept: cannot be posted, can be voided',
    },
  },
  {
    id: 'answer-any-content',
    trap: 'Stripe: another request under a used key (M03)',
    wrong: 'gives the stored reply whatever the request says',
    faults: [
      {
        file: 'packages/server/src/platform/idempotency/run-idempotent.ts',
        in: 'readReply',
        operator: 'always',
        mentions: ['requestHash', 'equals'],
      },
    ],
    caughtBy: {
      file: internalTests,
      title: 'M03 a key used for another request is refused, and another person may use the same key',
    },
  },
  {
    id: 'let-two-confirm',
    trap: 'Galoy: a second request gets an error instead of the reply (M02)',
    wrong: 'lets two equal confirmations run at the same time',
    faults: [
      {
        file: `${withdrawals}/confirmation-lanes.ts`,
        in: 'takeTurns',
        operator: 'replace',
        mentions: ['found', 'claimed'],
        kind: 'condition',
        by: '$ || !found.draft.used',
      },
      {
        file: 'packages/server/src/platform/idempotency/run-idempotent.ts',
        in: 'runIdempotentSet',
        operator: 'remove-statement',
        mentions: ['lockKeys'],
      },
    ],
    caughtBy: {
      file: internalTests,
      title: 'M02 the same confirmation 50 times in parallel has one effect and one reply',
    },
  },
  {
    id: 'authorise-whatever-is-there',
    trap: 'What you see is what you sign (M04)',
    wrong: 'confirms a draft without comparing the hash that was shown',
    faults: [
      { file: `${withdrawals}/draft.ts`, in: 'findDraftFault', operator: 'never', mentions: ['hashDraft', 'toString'] },
    ],
    caughtBy: { file: internalTests, title: 'with another hash, by another person, twice' },
  },
  {
    id: 'limit-before-the-lock',
    trap: 'A daily limit that parallel transfers share (M30)',
    wrong: 'counts the limit at the draft only',
    faults: [
      {
        file: `${withdrawals}/judge-confirmation.ts`,
        in: 'judgeConfirmation',
        operator: 'remove-statement',
        mentions: ['checkDailyLimit'],
      },
    ],
    caughtBy: { file: internalTests, title: 'M30 parallel sends never exceed the daily limit' },
  },
  {
    id: 'one-operator-is-enough',
    trap: 'One bribed or hurried operator (I21, O05)',
    wrong: 'asks for one approval whatever the amount',
    faults: [
      {
        file: `${withdrawals}/withdrawal.ts`,
        in: 'approvalsNeeded',
        operator: 'replace',
        mentions: ['secondOperatorFromUsdt'],
        kind: 'choice',
        by: '1',
      },
    ],
    caughtBy: {
      file: `${withdrawals}/reviews.db.test.ts`,
      title: 'I21 from 10,000 needs two different operators',
    },
  },
  {
    id: 'code-works-again',
    trap: 'A code read over the shoulder (A08)',
    wrong: 'takes an authenticator code as often as it is given',
    faults: [
      {
        file: 'packages/server/src/people/factors/settle-factors.ts',
        in: 'settleFactors',
        operator: 'never',
        mentions: ['step', 'claimed'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/factors/factors.db.test.ts',
      title: 'A08 the same authenticator code works once, also in two parallel requests',
    },
  },
  {
    id: 'round-for-the-person',
    trap: 'Dust that adds up (H06)',
    wrong: 'rounds the fee down',
    faults: [
      {
        file: `${withdrawals}/fee.ts`,
        in: 'feeInAsset',
        operator: 'replace-callee',
        mentions: ['multiplyCeil'],
        by: 'multiplyFloor',
        from: '@tern/money/ratio',
      },
    ],
    caughtBy: {
      file: `${withdrawals}/fee.test.ts`,
      title: 'H06 the fee is cost and margin at the two prices, rounded up once',
    },
  },
  {
    id: 'amounts-as-floats',
    trap: 'Amounts in floating point (M05)',
    wrong: 'reads what was typed as a number',
    faults: [
      {
        file: 'packages/money/src/parse-amount.ts',
        in: 'parseAmount',
        operator: 'replace',
        mentions: ['BigInt', 'fraction', 'padEnd'],
        kind: 'value',
        by: 'BigInt(Math.round(Number(`${whole}.${fraction}0`) * 10 ** decimals))',
      },
    ],
    caughtBy: {
      file: 'packages/money/src/money.fuzz.test.ts',
      title: 'what is formatted is read back to the unit, at every size and precision',
    },
  },
  {
    id: 'skip-the-checksum',
    trap: 'One wrong letter in an address (M29)',
    wrong: 'accepts an address whose checksum is wrong',
    faults: [
      { file: 'packages/tron/src/address.ts', in: 'parseAddress', operator: 'never', mentions: ['hasChecksum'] },
    ],
    caughtBy: {
      file: 'packages/tron/src/address.test.ts',
      title: 'one changed or swapped character never gives another address',
    },
  },
  {
    id: 'forget-anybodys-address',
    trap: 'Acting on what is another’s by its id (M08)',
    wrong: 'deletes an entry of whoever’s address book it is in',
    faults: [
      {
        file: 'packages/server/src/people/address-book/address-book-store.ts',
        in: 'deleteEntry',
        operator: 'replace',
        mentions: ['ownRow'],
        kind: 'call',
        by: "sql`address_book_entries WHERE id = ${$2} AND ${$1} <> ''`",
      },
    ],
    caughtBy: { file: foreignIds, title: `M08 addressBook.removeAddress id: ${asNobodys}` },
  },
  {
    id: 'show-anybodys-swap',
    trap: 'Reading what is another’s by its id (M08)',
    wrong: 'shows a swap to whoever knows its id',
    faults: [
      {
        file: 'packages/server/src/money/swaps/swap-store.ts',
        in: 'findSwap',
        operator: 'replace',
        mentions: ['ownRow'],
        kind: 'call',
        by: "sql`swaps WHERE id = ${$2} AND ${$1} <> ''`",
      },
    ],
    caughtBy: { file: foreignIds, title: `M08 swaps.swap id: ${asNobodys}` },
  },
  {
    id: 'lift-without-a-word',
    trap: 'An operator’s action without a log row (O06)',
    wrong: 'takes an account off hold and writes no row into the log',
    faults: [
      {
        file: 'packages/server/src/console/people/hold-person.ts',
        in: 'holdPerson',
        operator: 'replace',
        mentions: ['recordOperatorAction'],
        kind: 'statement',
        by: 'if (isFreeze) $',
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-people.db.test.ts',
      title: 'H24 putting an account on hold is signed, shown with its end, told to its owner, and taken off again',
    },
  },
  {
    id: 'announce-too-early',
    trap: 'An announcement sent early (O01)',
    wrong: 'sends an announcement as soon as it is released',
    faults: [
      {
        file: 'packages/server/src/console/announcements/announcement-store.ts',
        in: 'lockDueAnnouncement',
        operator: 'always',
        mentions: ['send_at', 'clock_timestamp'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-announcements.db.test.ts',
      title: 'O01 what is released is told to nobody before its time, and to everybody from then on',
    },
  },
  {
    id: 'show-the-whole-number',
    trap: 'Reading contacts in bulk (O07)',
    wrong: 'shows phone numbers in full in the list of people',
    faults: [
      {
        file: 'packages/server/src/console/people/show-people.ts',
        in: 'toRow',
        operator: 'replace',
        mentions: ['contacts', 'map', 'maskContact'],
        kind: 'call',
        by: "$of.map((contact) => (contact.kind === 'phone' ? contact.value : $0(contact)))",
      },
    ],
    caughtBy: {
      file: 'services/api/src/console/console-people.db.test.ts',
      title: 'O07 of a phone number the list, the search and the page show the last digits alone',
    },
  },
  {
    id: 'close-over-held-money',
    trap: 'Money behind a closed account (D18)',
    wrong: 'takes an account for empty whose money is held',
    faults: [
      {
        file: 'packages/server/src/money/closing/is-account-empty.ts',
        in: 'isAccountEmpty',
        operator: 'replace',
        mentions: ['posted', 'zero'],
        kind: 'arrow',
        by: '({ posted, held }) => posted !== held && posted !== zero',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/closing/closing.db.test.ts',
      title: 'D18 an account whose whole money is held for a transfer under way cannot be closed',
    },
  },
  {
    id: 'first-country-for-ever',
    trap: 'The first declared country counts for ever',
    wrong: 'goes by the first declared country, not by the last',
    faults: [
      {
        file: 'packages/server/src/people/preferences/preference-store.ts',
        in: 'selectCountry',
        operator: 'reverse-order',
        mentions: ['declared_at'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/preferences/preferences.db.test.ts',
      title: 'a country is declared once and stands for 30 days; every declaration stays on record',
    },
  },
  {
    id: 'count-what-stays-here',
    trap: 'A limit that other things use up (M30)',
    wrong: 'counts transfers between people here towards the daily outflow',
    faults: [
      {
        file: 'packages/server/src/money/transfers/withdrawal-store.ts',
        in: 'sumOfDailyOutflow',
        operator: 'always',
        mentions: ['settlement', 'chain'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/transfers/house-limits.db.test.ts',
      title: 'M30 what people send to each other here is no part of what the house sends to the chain in a day',
    },
  },
  {
    id: 'turn-the-line-around',
    trap: 'A name that turns what stands beside it (W17)',
    wrong: 'leaves direction characters in the values of mails',
    faults: [
      {
        file: 'packages/server/src/platform/messaging/render-message.ts',
        in: 'cleanLine',
        operator: 'replace-constant',
        mentions: [],
        text: '\\p{Cf}',
        by: '',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/platform/messaging/render-message.test.ts',
      title: 'A20 W17 no value of a mail turns the direction of what stands beside it: U+202e',
    },
  },
  {
    id: 'one-leaf-for-two',
    trap: 'Two people who are shown one entry (H25)',
    wrong: 'does not look whose wallet an entry in the log names',
    faults: [
      { file: `${webShared}/check-in-log.ts`, in: 'checkInLog', operator: 'always', mentions: ['address', 'owner'] },
    ],
    caughtBy: {
      file: `${webShared}/check-in-log.test.ts`,
      title: 'H25 an entry that names another wallet is told, so two people cannot be shown one leaf',
    },
  },
  {
    id: 'publish-a-fork',
    trap: 'A history that was rewritten (H25)',
    wrong: 'does not compare the log with what statements said of it',
    faults: [
      {
        file: 'packages/server/src/house/ledger-log/check-log.ts',
        in: 'readLog',
        operator: 'replace',
        mentions: ['checkDays'],
        kind: 'call',
        by: 'checkDays($0, [])',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/house/liabilities/ledger-log.db.test.ts',
      title: 'H25 a fork that agrees with itself contradicts the statement that was published',
      afterOthers: true,
    },
  },
];
