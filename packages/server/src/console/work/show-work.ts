import { toWire } from '@tern/base/to-wire';
import type { HouseView, OrderView, QuarantineView, StuckView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { listOpenGaps } from '../../chain/reserves/public.ts';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { listColdArrivals, showPlaces } from '../../house/reconciliation/public.ts';
import {
  listOpenOrders,
  listOrderReviews,
  listStuckOrders,
  type HotSettings,
  type OpenOrder,
} from '../../house/treasury/public.ts';
import {
  countNoise,
  leftOf,
  listFreezes,
  listGrave,
  listOpenSurpluses,
  listQuarantineVotes,
  listSuspense,
} from '../../money/deposits/public.ts';
import { listSendingPauses, listStuckPayouts, listWordsOnPayouts } from '../../money/payouts/public.ts';
import { joinCursors, splitCursor } from '../../platform/joined-cursor.ts';
import { readPart } from '../../platform/read-page.ts';
import { nameOperators, tellEarlier } from '../access/public.ts';
import { authorOf, partiesOf } from './order-facts.ts';

const pageRows = 50;

/** Payments and orders that do not go on, each with the one safe thing to do; paused assets with the first page. Throws `INPUT_INVALID` for a cursor that is none. */
export async function showStuck(db: Database, cursor: string | undefined): Promise<StuckView> {
  const [payoutsAfter, ordersAfter] = splitCursor(cursor, 2);
  const [{ page: payouts, next: nextPayouts }, { page: orders, next: nextOrders }, pauses, nameOf] = await Promise.all([
    readPart({ size: pageRows, after: payoutsAfter }, async (page) => (await listStuckPayouts(db, page)).payouts),
    readPart({ size: pageRows, after: ordersAfter }, (page) => listStuckOrders(db, page)),
    cursor === undefined ? listSendingPauses(db.kysely) : [],
    nameOperators(db),
  ]);
  const [words, shownOrders] = await Promise.all([
    listWordsOnPayouts(
      db.kysely,
      payouts.map(({ id }) => id),
    ),
    showOrders(db, orders),
  ]);
  return toWire({
    next: joinCursors([nextPayouts, nextOrders]),
    more: { payouts: nextPayouts !== null, orders: nextOrders !== null },
    payouts: payouts.map(({ unexpectedReceipt: _unexpectedReceipt, place: _place, ...payout }) => ({
      ...payout,
      earlier: tellEarlier(
        words.filter(({ id }) => id === payout.id),
        nameOf,
      ),
    })),
    pauses: pauses.map(({ assetId, payoutId, recordId, detail, startedAt }) => ({
      assetId,
      payout: payoutId === null || recordId === null ? null : { id: payoutId, recordId },
      detail,
      since: startedAt,
    })),
    orders: orders.map(({ waitingFor, waitingDetail, attention, action }, at) => ({
      ...(shownOrders[at] as OrderView),
      waitingFor,
      waitingDetail,
      attention,
      action,
    })),
  });
}

/** What came in and waits for operators; tokens that are frozen and the count of noise with the first page. Throws `INPUT_INVALID` for a cursor that is none. */
export async function showQuarantine(db: Database, cursor: string | undefined): Promise<QuarantineView> {
  const isFirst = cursor === undefined;
  const [suspenseAfter, graveAfter] = splitCursor(cursor, 2);
  const [freezes, { page: suspense, next: nextSuspense }, { page: grave, next: nextGrave }, noise] = await Promise.all([
    isFirst ? listFreezes(db.kysely) : [],
    readPart({ size: pageRows, after: suspenseAfter }, (page) => listSuspense(db.kysely, page)),
    readPart({ size: pageRows, after: graveAfter }, (page) => listGrave(db.kysely, page)),
    isFirst ? countNoise(db.kysely) : [],
  ]);
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
  return toWire({
    next: joinCursors([nextSuspense, nextGrave]),
    more: { suspense: nextSuspense !== null, grave: nextGrave !== null },
    freezes: freezes.map(({ assetId, address, booked, found, frozenAt }) => ({
      assetId,
      address,
      booked,
      found,
      since: frozenAt,
      earlier: earlierOf(`token:${assetId}`),
    })),
    suspense: suspense.map(({ depositId, assetId, amount, from, to, txId, reason, since, votes, returning }) => ({
      id: depositId,
      assetId,
      amount,
      from,
      to,
      txId,
      reason,
      since,
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
      since,
    })),
    noise: noise.map(({ reason, items, since }) => ({ reason, items, since })),
  });
}

/**
 * What is owed and what lies where, by the books and by the chain: a page of each list, and the rest with the first one. Throws
 * `INPUT_INVALID` for a cursor that is none.
 */
export async function showHouse(
  db: Database,
  { hot: hotSettings, cursor }: { readonly hot: HotSettings; readonly cursor: string | undefined },
): Promise<HouseView> {
  const isFirst = cursor === undefined;
  const [gapsAfter, surplusesAfter, ordersAfter] = splitCursor(cursor, 3);
  const [assets, coldArrivals, { page: gaps, next: nextGaps }, { page: surpluses, next: nextSurpluses }, openOrders] =
    await Promise.all([
      isFirst ? showAssets(db, hotSettings) : [],
      isFirst ? listColdArrivals(db.kysely) : [],
      readPart({ size: pageRows, after: gapsAfter }, (page) => listOpenGaps(db.kysely, page)),
      readPart({ size: pageRows, after: surplusesAfter }, (page) => listOpenSurpluses(db.kysely, page)),
      readPart({ size: pageRows, after: ordersAfter }, (page) => listOpenOrders(db.kysely, page)),
    ]);
  const { page: orders, next: nextOrders } = openOrders;
  return toWire({
    next: joinCursors([nextGaps, nextSurpluses, nextOrders]),
    more: { gaps: nextGaps !== null, surpluses: nextSurpluses !== null, orders: nextOrders !== null },
    assets: [...assets],
    gaps: gaps.map(({ assetId, subject, missing, since }) => ({
      assetId,
      subject,
      missing,
      since,
    })),
    surpluses: surpluses.map(({ id, address, assetId, state, block, isQuarantined, keptAt, ...surplus }) => ({
      id,
      address,
      assetId,
      amount: leftOf(surplus),
      returning: state === 'returning',
      quarantined: isQuarantined,
      block,
      since: keptAt,
    })),
    coldArrivals: coldArrivals.map(({ depositId, assetId, amount, since }) => ({
      depositId,
      assetId,
      amount,
      since,
    })),
    orders: await showOrders(db, orders),
  });
}

/** Of each asset what is owed, what lies where by the books and by the chain, and how the hot wallet stands. */
async function showAssets(db: Database, settings: HotSettings): Promise<HouseView['assets']> {
  const assets = await showPlaces(db.kysely, settings);
  return toWire(
    assets.map(({ assetId, money, hot, samples }) => ({
      assetId,
      owed: money.owed,
      own: money.own,
      custody: Object.entries(money.custody).map(([place, amount]) => ({ place, amount })),
      hot: {
        held: hot.held,
        available: hot.available,
        floor: hot.level.floor,
        ceiling: hot.level.ceiling,
        verdict: hot.verdict.verdict,
      },
      samples: samples.map(({ place, books, chain, block, at }) => ({
        place,
        books,
        chain,
        block: block.number,
        at,
      })),
    })),
  );
}

/** Orders with where they go, who brought them about and what was said about them. */
async function showOrders(db: Database, orders: readonly OpenOrder[]): Promise<OrderView[]> {
  const ids = orders.map(({ id }) => id);
  const [reviews, accounts, nameOf] = await Promise.all([
    listOrderReviews(db.kysely, ids),
    findSignerAccounts(db.kysely),
    nameOperators(db),
  ]);
  return toWire(
    orders.map(({ id, content, state, minutesOpen }) => {
      const own = reviews.filter(({ orderId }) => orderId === id);
      return {
        id,
        kind: content.kind,
        state,
        assetId: content.assetId,
        amount: content.amount,
        about: partiesOf(content, accounts),
        author: authorOf(content, own, nameOf),
        earlier: tellEarlier(own, nameOf),
        minutesOpen,
      };
    }),
  );
}
