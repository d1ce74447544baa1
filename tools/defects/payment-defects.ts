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
    edits: [
      {
        file: `${payouts}/store-progress.ts`,
        find: "import { moveWithdrawal, type Withdrawal } from '../transfers/public.ts';",
        replace:
          "import { lockWithdrawal, moveWithdrawal, type Withdrawal } from '../transfers/public.ts';\nimport { giveUp } from './give-up.ts';",
      },
      {
        file: `${payouts}/store-progress.ts`,
        find: "  await moveWithdrawal(tx, { id, from: 'signed', to: 'broadcast' });",
        replace: `  if (answers.every(({ outcome }) => outcome === 'refused')) {
    await giveUp(tx, await lockWithdrawal(tx, id), 'never-included');
    return;
  }
  await moveWithdrawal(tx, { id, from: 'signed', to: 'broadcast' });`,
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
    edits: [
      {
        file: `${orders}/follow-due.ts`,
        find: "    if ('proof' in finding) return await concludeDead(claim, { attempt, proof: finding.proof }, recheckMs);",
        replace:
          "    const proof = { cause: 'expired', txId: attempt.signed.txId, scans: [], ...finding.proof };\n    return await concludeDead(claim, { attempt, proof }, recheckMs);",
      },
    ],
    caughtBy: { file: deathTests, title: `is behind the expiration: ${noSecond}` },
  },
  {
    id: 'prove-on-one-node',
    trap: 'Absence on a node that lags (M21)',
    wrong: 'proves death on the first node alone',
    edits: [
      {
        file: `${orders}/prove-death.ts`,
        find: '  for (const node of nodes) {',
        replace: '  for (const node of nodes.slice(0, 1)) {',
      },
    ],
    caughtBy: { file: deathTests, title: `left the chain after the reference block: ${noSecond}` },
  },
  {
    id: 'stop-one-block-early',
    trap: 'The last legal block (M21)',
    wrong: 'leaves the block at the expiration out of the proof',
    edits: [
      {
        file: 'packages/tron/src/scan-for-transaction.ts',
        find: "    if (block.transactions.some((transaction) => transaction.txId === txId)) return { found: 'present', block: head };\n    if (block.timeMs >= expirationMs) return { found: 'absent', fromBlock, toBlock: head };\n",
        replace:
          "    if (block.timeMs >= expirationMs) return { found: 'absent', fromBlock, toBlock: head };\n    if (block.transactions.some((transaction) => transaction.txId === txId)) return { found: 'present', block: head };\n",
      },
    ],
    caughtBy: { file: 'packages/tron/src/scan-for-transaction.test.ts', title: 'a transaction in block 9 is found' },
  },
  {
    id: 'sign-for-a-stalled-chain',
    trap: 'A chain that stands still (M24)',
    wrong: 'signs orders of the house for a chain that does not move',
    edits: [
      {
        file: `${orders}/plan-question.ts`,
        find: ' ?? (await findStall(deps));',
        replace: ';',
      },
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
    edits: [
      {
        file: `${orders}/read-solid-receipt.ts`,
        find: 'if (missing !== undefined) return',
        replace: 'if (missing !== undefined && nodes.length === 0) return',
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
    edits: [
      {
        file: 'packages/tron/src/judge-payment.ts',
        find: "if (event === undefined) return unexpected('no Transfer event');",
        replace: "if (event === undefined) return { verdict: 'paid', feeSun };",
      },
    ],
    caughtBy: { file: 'packages/tron/src/judge-payment.test.ts', title: 'success without event' },
  },
  {
    id: 'paid-in-part',
    trap: 'The live fee path of USDT (M27)',
    wrong: 'takes an event of a smaller amount for the whole payment',
    edits: [
      {
        file: 'packages/tron/src/judge-payment.ts',
        find: 'return event.amount === expected.amount ?',
        replace: 'return event.amount <= expected.amount ?',
      },
    ],
    caughtBy: { file: 'packages/tron/src/judge-payment.test.ts', title: 'another amount' },
  },
  {
    id: 'failed-means-over',
    trap: 'OUT_OF_ENERGY costs a fee (M26)',
    wrong: 'charges nobody for what a failed attempt burnt',
    edits: [
      {
        file: `${payouts}/conclude-attempt.ts`,
        find: '    proof,\n  });\n  await bookCost(tx, withdrawal, { attempt, facts });\n',
        replace: '    proof,\n  });\n',
      },
    ],
    caughtBy: { file: faultTests, title: 'twice goes back whole, with both fees on the house' },
  },
  {
    id: 'hand-out-anything',
    trap: 'Bybit, 2025: what is shown is not what is signed (M28)',
    wrong: 'does not read the bytes that the signer returned',
    edits: [
      {
        file: `${orders}/sign-due.ts`,
        find: 'if (!isWhatWasOrdered(signed, ordered, question.expirationMs)) {',
        replace: 'if (signed.rawHex.length === 0 && !isWhatWasOrdered(signed, ordered, question.expirationMs)) {',
      },
    ],
    caughtBy: {
      file: `${payouts}/other-bytes.db.test.ts`,
      title: 'M28 bytes that pay somebody else than ordered are never handed out',
    },
  },
  {
    id: 'pay-the-frozen',
    trap: 'An account put on hold between approval and signature (M38)',
    wrong: 'signs for a person whose account was put on hold meanwhile',
    edits: [
      {
        file: `${payouts}/find-obstacle.ts`,
        find: 'return (await isPersonActive(db, personId)) ?',
        replace: "return personId !== '' || (await isPersonActive(db, personId)) ?",
      },
    ],
    caughtBy: { file: payoutTests, title: 'M38 nothing of a frozen person is signed' },
  },
  {
    id: 'spend-what-is-promised',
    trap: 'A hot wallet that is short (M30)',
    wrong: 'signs without looking at what the hot wallet has left',
    edits: [
      {
        file: `${payouts}/plan-payout.ts`,
        find: "if (reserves.asset < amount) return wait('hot-wallet', `${assetId} short`);",
        replace: '',
      },
      {
        file: `${orders}/sign-due.ts`,
        find: '    wait ??= await findShortage(deps, tx, terms.need);\n',
        replace: '',
      },
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
    edits: [
      {
        file: `${signer}/sign-order.ts`,
        find: '  if (known === undefined) return undefined;\n',
        replace: "  if (known?.orderId !== '') return undefined;\n",
      },
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
    edits: [
      {
        file: `${signer}/sign-order.ts`,
        find: 'if (store.findQuarantine() !== undefined)\n',
        replace: "if (store.findQuarantine() !== undefined && order.orderId === '')\n",
      },
    ],
    caughtBy: {
      file: `${signer}/quarantine.test.ts`,
      title: 'M36 a restored signer signs nothing until its outflows were read back, and pays none of fifty again',
    },
  },
  {
    id: 'sign-second-without-proof',
    trap: 'The signer believes its caller (M21, K06)',
    wrong: 'takes a proof about another transaction',
    edits: [
      {
        file: `${signer}/order-rules.ts`,
        find: "if (deathProof?.txId !== last.txId) throw refuse('the proof is not about the attempt before');",
        replace: "if (deathProof === undefined) throw refuse('the proof is not about the attempt before');",
      },
    ],
    caughtBy: { file: `${signer}/sign-order.test.ts`, title: 'is refused with a proof about another transaction' },
  },
  {
    id: 'forget-the-cap',
    trap: 'Poloniex, CoinEx, HTX, 2023: emptied hot wallets (K06)',
    wrong: 'compares each order with the day’s limit, not their sum',
    edits: [
      {
        file: `${signer}/order-rules.ts`,
        find: 'add(signedToday(assetId), leaving) > limits[assetId].perDay)',
        replace: 'leaving > limits[assetId].perDay)',
      },
    ],
    caughtBy: {
      file: `${signer}/sign-order.test.ts`,
      title: 'holds against ten times the cap in orders to fresh addresses',
    },
  },
];
