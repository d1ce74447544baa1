import { problem } from '@tern/contracts/problem';
import type { HouseStep, HouseView, QuarantineView, StuckView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { listQuarantine } from '../deposits/public.ts';
import { showReserves } from '../reconciliation/public.ts';
import { listStuckOrders, type HotSettings } from '../treasury/public.ts';
import { listStuckPayouts } from '../withdrawals/public.ts';

/** Payments and orders that do not go on, each with the one safe thing to do. */
export async function showStuck(db: Database): Promise<StuckView> {
  const [{ payouts, pauses }, orders] = await Promise.all([listStuckPayouts(db), listStuckOrders(db)]);
  return {
    payouts: payouts.map(({ id, assetId, state, since, waitingFor, waitingDetail, attention, action }) => ({
      id,
      assetId,
      state,
      since: since.toISOString(),
      waitingFor,
      waitingDetail,
      attention,
      action,
    })),
    pauses: pauses.map(({ assetId, reason, startedAt }) => ({ assetId, reason, since: startedAt.toISOString() })),
    orders: orders.map(({ id, content, state, minutesOpen, waitingFor, attention, action }) => ({
      id,
      kind: content.kind,
      state,
      minutesOpen,
      waitingFor,
      attention,
      action,
    })),
  };
}

/** What came in and waits for operators. */
export async function showQuarantine(db: Database): Promise<QuarantineView> {
  const { freezes, suspense, grave, noise } = await listQuarantine(db);
  return {
    freezes: freezes.map(({ assetId, address, booked, found, frozenAt }) => ({
      assetId,
      address,
      booked: String(booked),
      found: String(found),
      since: frozenAt.toISOString(),
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

/**
 * What a step about money in suspense is about, to be signed with it: of an id alone nobody knows what it pays to whom. Throws
 * `NOT_FOUND`.
 */
export async function showStep(db: Database, said: HouseStep): Promise<Readonly<Record<string, string>>> {
  if (said.step !== 'assign-suspense' && said.step !== 'suspense-to-house' && said.step !== 'return-suspense')
    return {};
  const item = (await listQuarantine(db)).suspense.find(({ depositId }) => depositId === said.id);
  if (item === undefined) throw problem('NOT_FOUND');
  const { assetId, amount, from, to } = item;
  const arrived = { asset: assetId, amount: unitsToWire(amount), from };
  return said.step === 'return-suspense' ? { ...arrived, paidTo: from } : { ...arrived, arrivedAt: to };
}

/** What is owed and what lies where, by the books and by the chain. */
export async function showHouse(db: Database, hotSettings: HotSettings): Promise<HouseView> {
  const { assets, gaps, orders } = await showReserves(db.kysely, hotSettings);
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
    orders: orders.map(({ id, content, state, minutesOpen }) => ({
      id,
      kind: content.kind,
      state,
      assetId: 'assetId' in content ? content.assetId : null,
      amount: 'amount' in content ? unitsToWire(content.amount) : null,
      minutesOpen,
    })),
  };
}
