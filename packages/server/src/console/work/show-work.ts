import type { HouseView, OrderView, QuarantineView, StuckView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { showReserves } from '../../house/reconciliation/public.ts';
import { listOrderReviews, listStuckOrders, type HotSettings, type OpenOrder } from '../../house/treasury/public.ts';
import { leftOf, listQuarantine, listQuarantineVotes } from '../../money/deposits/public.ts';
import { listStuckPayouts, listWordsOnPayouts } from '../../money/payouts/public.ts';
import { nameOperators, tellEarlier } from '../access/public.ts';
import { authorOf, partiesOf } from './order-facts.ts';

/** Payments and orders that do not go on, each with the one safe thing to do. */
export async function showStuck(db: Database): Promise<StuckView> {
  const [{ payouts, pauses }, orders, nameOf] = await Promise.all([
    listStuckPayouts(db),
    listStuckOrders(db),
    nameOperators(db),
  ]);
  const [words, shownOrders] = await Promise.all([
    listWordsOnPayouts(
      db.kysely,
      payouts.map(({ id }) => id),
    ),
    showOrders(db, orders),
  ]);
  return {
    payouts: payouts.map(({ since, unexpectedReceipt: _unexpectedReceipt, ...payout }) => ({
      ...payout,
      earlier: tellEarlier(
        words.filter(({ id }) => id === payout.id),
        nameOf,
      ),
      since: since.toISOString(),
    })),
    pauses: pauses.map(({ assetId, payoutId, recordId, detail, startedAt }) => ({
      assetId,
      payout: payoutId === null || recordId === null ? null : { id: payoutId, recordId },
      detail,
      since: startedAt.toISOString(),
    })),
    orders: orders.map(({ waitingFor, waitingDetail, attention, action }, at) => ({
      ...(shownOrders[at] as OrderView),
      waitingFor,
      waitingDetail,
      attention,
      action,
    })),
  };
}

/** What came in and waits for operators. */
export async function showQuarantine(db: Database): Promise<QuarantineView> {
  const { freezes, suspense, grave, noise } = await listQuarantine(db);
  const subjects = [
    ...freezes.map(({ assetId }) => `token:${assetId}`),
    ...suspense.map(({ depositId }) => `deposit:${depositId}`),
  ];
  const [votes, nameOf] = await Promise.all([listQuarantineVotes(db.kysely, subjects), nameOperators(db)]);
  const earlierOf = (wanted: string) =>
    tellEarlier(
      votes.filter(({ subject }) => subject === wanted),
      nameOf,
    );
  return {
    freezes: freezes.map(({ assetId, address, booked, found, frozenAt }) => ({
      assetId,
      address,
      booked: String(booked),
      found: String(found),
      since: frozenAt.toISOString(),
      earlier: earlierOf(`token:${assetId}`),
    })),
    suspense: suspense.map(({ depositId, assetId, amount, from, to, txId, reason, since, votes, returning }) => ({
      id: depositId,
      assetId,
      amount: unitsToWire(amount),
      from,
      to,
      txId,
      reason,
      since: since.toISOString(),
      votes,
      earlier: earlierOf(`deposit:${depositId}`),
      returning,
    })),
    grave: grave.map(({ id, txId, block, reason, subject, since }) => ({
      id,
      txId,
      block,
      reason,
      subject,
      since: since.toISOString(),
    })),
    noise: noise.map(({ reason, items, since }) => ({ reason, items, since: since.toISOString() })),
  };
}

/** What is owed and what lies where, by the books and by the chain. */
export async function showHouse(db: Database, hotSettings: HotSettings): Promise<HouseView> {
  const { assets, gaps, surpluses, coldArrivals, orders } = await showReserves(db.kysely, hotSettings);
  return {
    assets: assets.map(({ assetId, money, hot, samples }) => ({
      assetId,
      owed: String(money.owed),
      own: String(money.own),
      custody: Object.entries(money.custody).map(([place, amount]) => ({ place, amount: String(amount) })),
      hot: {
        held: String(hot.held),
        available: String(hot.available),
        floor: unitsToWire(hot.level.floor),
        ceiling: unitsToWire(hot.level.ceiling),
        verdict: hot.verdict.verdict,
      },
      samples: samples.map(({ place, books, chain, block, at }) => ({
        place,
        books: String(books),
        chain: String(chain),
        block: block.number,
        at: at.toISOString(),
      })),
    })),
    gaps: gaps.map(({ assetId, subject, missing, since }) => ({
      assetId,
      subject,
      missing: unitsToWire(missing),
      since: since.toISOString(),
    })),
    surpluses: surpluses.map(({ id, address, assetId, state, block, isQuarantined, keptAt, ...surplus }) => ({
      id,
      address,
      assetId,
      amount: unitsToWire(leftOf(surplus)),
      returning: state === 'returning',
      quarantined: isQuarantined,
      block,
      since: keptAt.toISOString(),
    })),
    coldArrivals: coldArrivals.map(({ depositId, assetId, amount, since }) => ({
      depositId,
      assetId,
      amount: unitsToWire(amount),
      since: since.toISOString(),
    })),
    orders: await showOrders(db, orders),
  };
}

/** Orders with where they go, who brought them about and what was said about them. */
async function showOrders(db: Database, orders: readonly OpenOrder[]): Promise<OrderView[]> {
  const ids = orders.map(({ id }) => id);
  const [reviews, accounts, nameOf] = await Promise.all([
    listOrderReviews(db.kysely, ids),
    findSignerAccounts(db.kysely),
    nameOperators(db),
  ]);
  return orders.map(({ id, content, state, minutesOpen }) => {
    const own = reviews.filter(({ orderId }) => orderId === id);
    return {
      id,
      kind: content.kind,
      state,
      assetId: content.assetId,
      amount: unitsToWire(content.amount),
      about: partiesOf(content, accounts),
      author: authorOf(content, own, nameOf),
      earlier: tellEarlier(own, nameOf),
      minutesOpen,
    };
  });
}
