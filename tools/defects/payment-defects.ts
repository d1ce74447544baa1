import type { Defect } from './defect.ts';

const orders = 'packages/server/src/chain/orders';
const payouts = 'packages/server/src/money/payouts';
const faultTests = `${payouts}/payout-faults.db.test.ts`;
const deathTests = `${payouts}/proof-of-death.db.test.ts`;
const noSecond = 'no proof, no second signature, and the operator reads why';
const payoutTests = `${payouts}/payouts.db.test.ts`;
const signer = 'packages/signer/src';

/** What pays twice, too much, to somebody else, or not at all. */
export const paymentDefects: readonly Defect[] = [
  {
    id: 'believe-a-refusal',
    trap: 'A broadcast answer proves nothing: refused and yet in the pool (M22)',
    wrong: 'gives the money back when every node refuses the bytes',
    faults: [
      {
        file: `${payouts}/store-progress.ts`,
        in: 'storeAnswers',
        operator: 'replace',
        mentions: ['moveWithdrawal'],
        kind: 'statement',
        by: `if (answers.every(({ outcome }) => outcome === 'refused')) {
    await giveUp(tx, await lockWithdrawal(tx, id), 'never-included');
    return;
  }
  $`,
        imports: ["import { lockWithdrawal } from '../transfers/public.ts';", "import { giveUp } from './give-up.ts';"],
      },
    ],
    caughtBy: {
      file: `${payouts}/broadcasts.db.test.ts`,
      title: 'and included is one payment, whatever the answer said',
    },
  },
  {
    id: 'rebuild-after-timeout',
    trap: 'Across, 2026: a new transaction instead of the same bytes (M21)',
    wrong: 'takes an expired payment for dead without a proof',
    faults: [
      {
        file: `${orders}/follow-due.ts`,
        in: 'followOrder',
        operator: 'replace',
        mentions: ['finding', 'proof'],
        kind: 'member',
        by: "{ cause: 'expired', txId: attempt.signed.txId, scans: [], ...$ }",
      },
      { file: `${orders}/follow-due.ts`, in: 'followOrder', operator: 'always', mentions: ['finding', 'proof'] },
    ],
    caughtBy: { file: deathTests, title: `is behind the expiration: ${noSecond}` },
  },
  {
    id: 'prove-on-one-node',
    trap: 'Absence on a node that lags (M21)',
    wrong: 'proves death on the first node alone',
    faults: [
      {
        file: `${orders}/prove-death.ts`,
        in: 'proveDeath',
        operator: 'replace',
        mentions: ['nodes'],
        kind: 'iterable',
        by: '$.slice(0, 1)',
      },
    ],
    caughtBy: { file: deathTests, title: `left the chain after the reference block: ${noSecond}` },
  },
  {
    id: 'stop-one-block-early',
    trap: 'The last legal block (M21)',
    wrong: 'leaves the block at the expiration out of the proof',
    faults: [
      {
        file: 'packages/tron/src/scan-for-transaction.ts',
        in: 'scanForTransaction',
        operator: 'swap-statements',
        mentions: ['txIds', 'present'],
      },
    ],
    caughtBy: { file: 'packages/tron/src/scan-for-transaction.test.ts', title: 'a transaction in block 9 is found' },
  },
  {
    id: 'sign-for-a-stalled-chain',
    trap: 'A chain that stands still (M24)',
    wrong: 'signs orders of the house for a chain that does not move',
    faults: [
      { file: `${orders}/plan-question.ts`, in: 'planQuestion', operator: 'skip-call', mentions: ['findStall'] },
    ],
    caughtBy: {
      file: 'packages/server/src/house/treasury/orders-outages.db.test.ts',
      title: 'M24 the chain stands still nothing is signed',
    },
  },
  {
    id: 'believe-the-first-node',
    trap: 'Two nodes that disagree (F-N4)',
    wrong: 'concludes an order of the house that another node does not show',
    faults: [
      {
        file: `${orders}/read-solid-receipt.ts`,
        in: 'readSolidReceipt',
        operator: 'never',
        mentions: ['missing', 'undefined'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/house/treasury/orders-proof-of-death.db.test.ts',
      title: 'denies a payment that the other shows: no proof, and settled once when both show it',
    },
  },
  {
    id: 'paid-without-event',
    trap: 'Success that moved nothing (M27)',
    wrong: 'takes a successful call without an event for a payment',
    faults: [
      {
        file: 'packages/tron/src/judge-payment.ts',
        in: 'judgePayment',
        operator: 'replace',
        mentions: ['unexpected', 'no Transfer event'],
        kind: 'call',
        by: "{ verdict: 'paid', feeSun }",
      },
    ],
    caughtBy: { file: 'packages/tron/src/judge-payment.test.ts', title: 'success without event' },
  },
  {
    id: 'paid-in-part',
    trap: 'The live fee path of USDT (M27)',
    wrong: 'takes an event of a smaller amount for the whole payment',
    faults: [
      {
        file: 'packages/tron/src/judge-payment.ts',
        in: 'judgePayment',
        operator: 'compare',
        mentions: ['event', 'amount', 'expected'],
        by: '<=',
      },
    ],
    caughtBy: { file: 'packages/tron/src/judge-payment.test.ts', title: 'another amount' },
  },
  {
    id: 'failed-means-over',
    trap: 'OUT_OF_ENERGY costs a fee (M26)',
    wrong: 'charges nobody for what a failed attempt burnt',
    faults: [
      {
        file: `${payouts}/conclude-attempt.ts`,
        in: 'concludeFailed',
        operator: 'remove-statement',
        mentions: ['bookCost'],
      },
    ],
    caughtBy: { file: faultTests, title: 'twice goes back whole, with both fees on the house' },
  },
  {
    id: 'hand-out-anything',
    trap: 'Bybit, 2025: what is shown is not what is signed (M28)',
    wrong: 'does not read the bytes that the signer returned',
    faults: [{ file: `${orders}/sign-due.ts`, in: 'signOrder', operator: 'never', mentions: ['isWhatWasOrdered'] }],
    caughtBy: {
      file: `${payouts}/other-bytes.db.test.ts`,
      title: 'M28 bytes that pay somebody else than ordered are never handed out',
    },
  },
  {
    id: 'pay-the-frozen',
    trap: 'An account put on hold between approval and signature (M38)',
    wrong: 'signs for a person whose account was put on hold meanwhile',
    faults: [
      { file: `${payouts}/find-obstacle.ts`, in: 'findObstacle', operator: 'always', mentions: ['isPersonActive'] },
    ],
    caughtBy: { file: payoutTests, title: 'M38 nothing of a frozen person is signed' },
  },
  {
    id: 'spend-what-is-promised',
    trap: 'A hot wallet that is short (M30)',
    wrong: 'signs without looking at what the hot wallet has left',
    faults: [
      {
        file: `${payouts}/plan-payout.ts`,
        in: 'planPayout',
        operator: 'never',
        mentions: ['reserves', 'asset', 'amount'],
      },
      { file: `${orders}/sign-due.ts`, in: 'storeQuestion', operator: 'skip-call', mentions: ['findShortage'] },
    ],
    caughtBy: {
      file: payoutTests,
      title: 'M30 a hot wallet that is short queues the payment and pays once it is filled',
    },
  },
  {
    id: 'sign-again-after-restore',
    trap: 'A restored backup forgets its payments (M36)',
    wrong: 'signs the same order anew instead of answering with the bytes it has',
    faults: [
      { file: `${signer}/sign-order.ts`, in: 'findKnown', operator: 'always', mentions: ['known', 'undefined'] },
    ],
    caughtBy: {
      file: `${signer}/sign-order.test.ts`,
      title: 'M21 the same order gives the same bytes, also after a restart, and counts once',
    },
  },
  {
    id: 'sign-in-quarantine',
    trap: 'A restored signer that pays at once (M36)',
    wrong: 'signs before its own outflows were read back',
    faults: [{ file: `${signer}/sign-order.ts`, in: 'signOrder', operator: 'never', mentions: ['findQuarantine'] }],
    caughtBy: {
      file: `${signer}/quarantine.test.ts`,
      title: 'M36 a restored signer signs nothing until its outflows were read back, and pays none of fifty again',
    },
  },
  {
    id: 'sign-second-without-proof',
    trap: 'The signer believes its caller (M21, K06)',
    wrong: 'takes a proof about another transaction',
    faults: [
      {
        file: `${signer}/order-rules.ts`,
        in: 'checkAttempt',
        operator: 'never',
        mentions: ['deathProof', 'txId', 'last'],
      },
    ],
    caughtBy: { file: `${signer}/sign-order.test.ts`, title: 'is refused with a proof about another transaction' },
  },
  {
    id: 'forget-the-cap',
    trap: 'Poloniex, CoinEx, HTX, 2023: emptied hot wallets (K06)',
    wrong: 'compares each order with the day’s limit, not their sum',
    faults: [
      {
        file: `${signer}/order-rules.ts`,
        in: 'findLimitFault',
        operator: 'replace',
        mentions: ['add', 'signedToday', 'assetId', 'leaving'],
        kind: 'call',
        by: '$1',
      },
    ],
    caughtBy: {
      file: `${signer}/sign-order.test.ts`,
      title: 'holds against ten times the cap in orders to fresh addresses',
    },
  },
];
