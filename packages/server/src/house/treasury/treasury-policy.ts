import { assert } from '@tern/base/assert';
import type { OrderDeps, OrderPolicy } from '../../chain/orders/public.ts';
import { closeOrder } from './close-order.ts';
import { concludeDead, concludeFailed, concludePaid } from './conclude-order.ts';
import { hotOutflows } from './hot-money.ts';
import { findOrder } from './order-store.ts';
import { planOrder } from './plan-order.ts';
import {
  claimOrders,
  clearSigningOrder,
  storeAnswer,
  storeSeen,
  storeSigned,
  storeSigningOrder,
} from './progress-store.ts';
import { orderedBytes } from './signing-order.ts';
import type { TreasuryDeps, TreasuryReport } from './treasury-deps.ts';
import { nameOrder, type TreasuryOrder } from './treasury-order.ts';

const events = {
  waits: 'order-waits',
  stopped: 'order-needs-attention',
  unexpected: 'order-needs-attention',
  failed: 'order-failed',
  expired: 'order-expired',
  dropped: 'order-dropped',
} as const satisfies Record<string, TreasuryReport['event']>;

/** How the house moves its own money: an order is one attempt. What comes to nothing returns to planning, from what is then true. */
export function treasuryPolicy(deps: TreasuryDeps): OrderPolicy<TreasuryOrder> {
  return {
    table: 'treasury_orders',
    pace: { soonMs: 3_000, refusedMs: 30_000, expensiveMs: 5 * 60_000 },
    points: {
      asked: 't0',
      signed: 'd5',
      stored: 'd6',
      handedOut: 'd7',
      answered: 't4',
      seen: 't5',
      paid: 't1',
      failed: 't1',
      ended: 't2',
      proven: 't3',
    },
    claim: claimOrders,
    read: async (db, id) => {
      const order = await findOrder(db, id);
      assert(order !== undefined, `order ${id} is there`);
      return order;
    },
    findAttempt: async (_db, { signingOrder: question, signed, blockNumber }) =>
      question === null ? undefined : { question, signed, blockNumber },
    findObstacle: async () => undefined,
    plan: (node, order) => planOrder(deps, { node, order }),
    storeQuestion: storeSigningOrder,
    forgetQuestion: clearSigningOrder,
    drop: (tx, order) => closeOrder(tx, deps, { order, end: { state: 'dropped' } }),
    orderedBytes: (order) => orderedBytes(deps, order),
    storeSigned,
    storeAnswers: (tx, { id }, { answers, againAfterMs }) => {
      const said = answers.map(({ code, message }) => `${code} ${message}`.trim());
      return storeAnswer(tx, id, { answer: said.length === 0 ? undefined : said.join(' · '), againAfterMs });
    },
    storeSeen: (tx, { id }, { blockNumber }) => storeSeen(tx, id, blockNumber),
    concludePaid: (tx, order, conclusion) => concludePaid(tx, deps, { order, ...conclusion }),
    concludeFailed: (tx, order, conclusion) => concludeFailed(tx, deps, { order, ...conclusion }),
    concludeDead: (tx, order, { proof }) => concludeDead(tx, deps, { order, proof }),
    // Nothing is kept of it: reconciliation shows what it means in money.
    concludeUnexpected: () => Promise.resolve(),
    say: (order, news) => {
      const detail = news.news === 'waits' ? `${news.wait.waitingFor}: ${news.wait.detail}` : news.detail;
      deps.report({ event: events[news.news], ...nameOrder(order), detail });
    },
  };
}

/** What the engine needs of the treasury's own. */
export function orderDepsOf({ db, nodes, signer, settings, stopping }: TreasuryDeps): OrderDeps {
  return { db, nodes, signer, settings, outflows: hotOutflows, stopping };
}
