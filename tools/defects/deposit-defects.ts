import type { Defect } from './defect.ts';

const inflows = 'packages/tron/src/list-inflows.ts';
const inflowTests = 'packages/tron/src/list-inflows.fuzz.test.ts';
const deposits = 'packages/server/src/money/deposits';
const depositTests = `${deposits}/deposits.db.test.ts`;
const readingTests = `${deposits}/block-reading.db.test.ts`;

/** What credits money that never came. */
export const depositDefects: readonly Defect[] = [
  {
    id: 'credit-failed-call',
    trap: 'Fake ERC-20 deposits, 2018 (D01)',
    wrong: 'credits the events of a call that failed',
    faults: [{ file: inflows, in: 'listInflows', operator: 'never', mentions: ['result', 'failed'] }],
    caughtBy: { file: inflowTests, title: 'D01 a failed call with perfect events brings nothing' },
  },
  {
    id: 'credit-unclear-result',
    trap: 'Fake ERC-20 deposits, 2018 (D02)',
    wrong: 'credits what is not plainly a failure',
    faults: [{ file: inflows, in: 'listInflows', operator: 'always', mentions: ['result', 'success'] }],
    caughtBy: { file: inflowTests, title: 'D02 an unclear result is quarantined, not credited' },
  },
  {
    id: 'credit-any-token',
    trap: 'Fake USDT on TON, 2024 (D03)',
    wrong: 'takes any contract with a Transfer event for the listed token',
    faults: [
      {
        file: inflows,
        in: 'readEvent',
        operator: 'replace',
        mentions: ['tokens', 'get'],
        kind: 'call',
        by: '$ ?? [...$of.values()][0]',
      },
    ],
    caughtBy: {
      file: inflowTests,
      title: 'D03 a look-alike token is quarantined under its address, whichever name it bears',
    },
  },
  {
    id: 'credit-trc10',
    trap: 'TronBank, 2019: BTTx for BTT (D04)',
    wrong: 'credits a TRC-10 amount without looking at which token it is',
    faults: [
      {
        file: inflows,
        in: 'readOther',
        operator: 'replace',
        mentions: ['trc10', 'token', 'amount'],
        kind: 'array',
        by: "[{ txId, kind: 'trx', index: 0, assetId: 'trx', from: owner ?? to, to, amount: token.amount }]",
      },
    ],
    caughtBy: { file: inflowTests, title: 'D04 a TRC-10 token is quarantined whatever it calls itself' },
  },
  {
    id: 'credit-malformed-event',
    trap: 'NFT and look-alike events (D05)',
    wrong: 'reads an event with further indexed values as a transfer',
    faults: [
      {
        file: 'packages/tron/src/transfer-event.ts',
        in: 'findTransferEvent',
        operator: 'never',
        mentions: ['topics', 'length'],
      },
    ],
    caughtBy: { file: inflowTests, title: 'D05 100,000 mutated events credit nothing but exact ones, and never throw' },
  },
  {
    id: 'credit-rejected-inner-transfer',
    trap: 'Fake ETH deposits by inner reverts, 2020 (D08)',
    wrong: 'counts internal transactions that were rejected',
    faults: [{ file: inflows, in: 'readInternal', operator: 'always', mentions: ['rejected'] }],
    caughtBy: {
      file: inflowTests,
      title: 'D08 TRX from a contract is quarantined; a rejected inner transfer is nothing',
    },
  },
  {
    id: 'trust-hidden-inner-transfers',
    trap: 'java-tron hides internal transactions by default (D08)',
    wrong: 'credits internal transactions that not every node shows',
    faults: [
      {
        file: `${deposits}/deposit.ts`,
        in: 'chooseDestination',
        operator: 'never',
        mentions: ['kind', 'internal', 'isShownByAll'],
      },
    ],
    caughtBy: {
      file: depositTests,
      title: 'D08 TRX from a contract is credited when every node shows it, and kept in suspense when only some do',
    },
  },
  {
    id: 'credit-head',
    trap: 'Kraken, 2024: credited before finality (D20)',
    wrong: 'books head blocks instead of irreversible ones',
    faults: [
      {
        file: `${deposits}/read-blocks.ts`,
        in: 'askNodes',
        operator: 'replace-callee',
        mentions: ['getSolidBlock'],
        by: 'getHeadBlock',
        from: '@tern/tron/get-block-head',
      },
      {
        file: `${deposits}/read-agreed-block.ts`,
        in: 'readAgreedBlock',
        operator: 'replace-constant',
        mentions: [],
        text: 'solid',
        by: 'head',
      },
    ],
    caughtBy: { file: depositTests, title: 'D20 what is on its way cannot be spent: it is in no balance' },
  },
  {
    id: 'trust-first-node',
    trap: 'One lying or forked node (D14)',
    wrong: 'asks the second node and does not compare',
    faults: [
      { file: `${deposits}/read-agreed-block.ts`, in: 'readAgreedBlock', operator: 'never', mentions: ['other'] },
    ],
    caughtBy: {
      file: readingTests,
      title: 'D14 with two nodes, a block only one of them tells stops the reading before anything is credited',
    },
  },
  {
    id: 'skip-parent-check',
    trap: 'A node that changes branches between two answers (D13)',
    wrong: 'goes on silently from a block that does not follow the last one booked',
    faults: [
      { file: `${deposits}/read-blocks.ts`, in: 'takeChained', operator: 'never', mentions: ['parentId', 'cursor'] },
    ],
    caughtBy: { file: readingTests, title: 'a block that does not follow the last one booked stops the reading' },
  },
  {
    id: 'skip-parent-check-within',
    trap: 'A node that changes branches between two answers (D13)',
    wrong: 'books a block that does not follow the one read before it',
    faults: [
      { file: `${deposits}/read-blocks.ts`, in: 'takeChained', operator: 'always', mentions: ['block', 'parentId'] },
    ],
    caughtBy: {
      file: readingTests,
      title: 'a block that does not follow the one read before it is not booked with it',
    },
  },
  {
    id: 'forget-who-reads',
    trap: 'Two readers, one block (D12)',
    wrong: 'books a block that another process has booked meanwhile',
    faults: [
      { file: `${deposits}/read-blocks.ts`, in: 'bookNext', operator: 'ignore-answer', mentions: ['takeCursor'] },
    ],
    caughtBy: {
      file: readingTests,
      title: 'D12 four readers and watchers at once, and a block booked again, give the ledger of one',
    },
  },
  {
    id: 'credit-beside-its-surplus',
    trap: 'A surplus that was booked, and the deposit that it was found to be (D12)',
    wrong: 'credits a deposit that is found later, although a surplus that was booked contains it',
    faults: [
      { file: `${deposits}/surplus-store.ts`, in: 'lockUnclaimed', operator: 'never', mentions: ['block_number'] },
    ],
    caughtBy: {
      file: `${deposits}/surplus.db.test.ts`,
      title: 'D12 a deposit that is found later comes out of suspense and is credited once; a new one is new money',
    },
  },
  {
    id: 'take-new-money-for-a-surplus',
    trap: 'A surplus that was booked, and a deposit that has nothing to do with it (D12)',
    wrong: 'treats money that arrives after a surplus was booked as a part of that surplus',
    faults: [
      {
        file: `${deposits}/explain-surpluses.ts`,
        in: 'split',
        operator: 'always',
        mentions: ['surplus', 'block', 'number'],
      },
      { file: `${deposits}/surplus-store.ts`, in: 'lockUnclaimed', operator: 'always', mentions: ['block_number'] },
    ],
    caughtBy: {
      file: `${deposits}/surplus.db.test.ts`,
      title: 'D12 a deposit that is found later comes out of suspense and is credited once; a new one is new money',
    },
  },
];
