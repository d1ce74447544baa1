import { assert } from '@tern/base/assert';
import type { OrderDeps, OrderPolicy } from '../../chain/orders/public.ts';
import { transferOf } from '../../chain/orders/public.ts';
import { findWithdrawal, type Withdrawal } from '../transfers/public.ts';
import { deleteOrderedAttempt, findLiveAttempt, insertAttempt, sumOpenOutflows } from './attempt-store.ts';
import { keyOf } from './attempt.ts';
import { claimPayouts } from './claim-payouts.ts';
import { concludeDead, concludeFailed, concludeUnexpected, concludePaid } from './conclude-attempt.ts';
import { findObstacle } from './find-obstacle.ts';
import type { PayoutDeps, PayoutReport } from './payout-deps.ts';
import { planPayout } from './plan-payout.ts';
import { storeAnswers, storeSeenBlock, storeSignature } from './store-progress.ts';

/** How the payments of people are made: each holds its money, and is tried again or given back where an attempt fails. */
export function payoutPolicy(deps: PayoutDeps): OrderPolicy<Withdrawal> {
  const { settings, signer } = deps;
  return {
    table: 'withdrawals',
    pace: { soonMs: 3_000, refusedMs: 30_000, expensiveMs: 3_000 },
    points: {
      asked: 'w4',
      signed: 'w5',
      stored: 'w6',
      handedOut: 'w7',
      answered: 'w8',
      seen: 'w9',
      paid: 'w10',
      failed: 'w11',
      ended: 'w12',
      proven: 'w13',
    },
    claim: claimPayouts,
    read: async (db, id) => {
      const withdrawal = await findWithdrawal(db, id);
      assert(withdrawal !== undefined, `withdrawal ${id} is there`);
      return withdrawal;
    },
    findAttempt: async (db, { id }) => {
      const live = await findLiveAttempt(db, id);
      return live?.state === 'succeeded' ? undefined : live;
    },
    findObstacle: (db, withdrawal, attempt) => findObstacle(deps, db, { withdrawal, isAsked: attempt !== undefined }),
    plan: (node, withdrawal) => planPayout(deps, { node, withdrawal }),
    storeQuestion: (tx, { id }, asked) =>
      insertAttempt(tx, { withdrawalId: id, number: asked.question.attempt }, asked),
    forgetQuestion: (tx, { id }, attempt) => deleteOrderedAttempt(tx, keyOf(id, attempt)),
    // Somebody's money is held for it: an operator looks.
    drop: undefined,
    orderedBytes: async (_withdrawal, question) => {
      assert('payment' in question, 'a withdrawal is asked for as a payment');
      const owner = await signer.getHotAddress();
      return { does: transferOf(question, owner), owner };
    },
    storeSigned: storeSignature,
    storeAnswers,
    storeSeen: storeSeenBlock,
    concludePaid,
    concludeFailed: (tx, withdrawal, conclusion) => concludeFailed(tx, withdrawal, { ...conclusion, settings }),
    concludeDead: (tx, withdrawal, end) => concludeDead(tx, withdrawal, { ...end, settings }),
    concludeUnexpected,
    say: ({ id: withdrawalId }, news) => {
      // What failed or expired is tried again, or its person is told.
      if (news.news === 'failed' || news.news === 'expired' || news.news === 'dropped') return;
      if (news.news === 'waits') {
        const { waitingFor, detail } = news.wait;
        const event: PayoutReport['event'] = waitingFor === 'fee' ? 'payout-too-expensive' : 'payout-waits';
        deps.report({ event, withdrawalId, detail: `${waitingFor}: ${detail}` });
        return;
      }
      const event = news.news === 'unexpected' ? 'asset-paused' : 'payout-needs-attention';
      deps.report({ event, withdrawalId, detail: news.detail });
    },
  };
}

/** What the engine needs of the payouts' own. */
export function orderDepsOf({ db, chain, signer, settings, sumTreasuryOutflows, stopping }: PayoutDeps): OrderDeps {
  return { db, nodes: chain.nodes, signer, settings, outflows: [sumOpenOutflows, sumTreasuryOutflows], stopping };
}
