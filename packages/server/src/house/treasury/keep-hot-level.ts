import type { DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units, zero, type Units } from '@tern/money/units';
import { sumOpenOutflows } from '../../money/payouts/public.ts';
import { hotLevel, judgeHotLevel, type HotLevel, type HotLevelSettings, type HotVerdict } from './hot-level.ts';
import { listDailyOutflows, readHouseMoney } from './house-money.ts';
import { dropLargerProposals, insertOrder, sumOpenOrders, wasRejectedLately } from './order-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';

export type HotSettings = Readonly<Record<AssetId, HotLevelSettings>>;

/** How far back payments are looked at for the busiest day. */
const outflowDays = 30;

export type HotState = {
  readonly assetId: AssetId;
  /** What it holds by the books and what of it no payment under way will take. */
  readonly held: bigint;
  readonly available: bigint;
  readonly level: HotLevel;
  readonly verdict: HotVerdict;
};

/** The hot wallet against its floor and ceiling, by the books. */
export async function readHotState(db: DbReader, assetId: AssetId, settings: HotSettings): Promise<HotState> {
  const [{ owed, custody }, dailyOutflows, payouts, payoutCosts, orders] = await Promise.all([
    readHouseMoney(db, assetId),
    listDailyOutflows(db, { assetId, days: outflowDays }),
    sumOpenOutflows(db, assetId),
    assetId === 'trx' ? sumOpenOutflows(db, 'trx') : undefined,
    sumOpenOrders(db, 'hot', assetId),
  ]);
  const level = hotLevel({ owed, dailyOutflows }, settings[assetId]);
  const costs = assetId === 'trx' ? (payoutCosts?.costSun ?? 0n) + orders.costSun : 0n;
  const available = custody.hot - payouts.amount - orders.amount - costs;
  return { assetId, held: custody.hot, available, level, verdict: judgeHotLevel(available, level) };
}

/** Assets of which the hot wallet holds less than its floor while deposit addresses hold some: these are swept first. */
export async function findShortAssets(db: DbReader, settings: HotSettings): Promise<ReadonlySet<AssetId>> {
  const states = await Promise.all(assetIds.map((assetId) => readHotState(db, assetId, settings)));
  return new Set(states.filter(({ verdict }) => verdict.verdict === 'below').map(({ assetId }) => assetId));
}

/**
 * Says where the hot wallet is below its floor, and proposes what is above its ceiling for cold storage, where there is
 * one; two operators decide. Payments that the hot wallet cannot make wait by themselves. Returns how many were proposed.
 */
export async function keepHotLevel(
  deps: Pick<TreasuryDeps, 'db' | 'accounts' | 'report'>,
  settings: HotSettings,
): Promise<number> {
  const { db, accounts, report } = deps;
  let proposed = 0;
  for (const assetId of assetIds) {
    const { verdict, available } = await readHotState(db.kysely, assetId, settings);
    const surplus = verdict.verdict === 'above' ? findMovable(assetId, verdict.amount, available) : zero;
    // What was proposed must never take what is needed by now.
    await transact(db, (tx) => dropLargerProposals(tx, { assetId, amount: surplus }));
    if (verdict.verdict === 'below') {
      report({ event: 'hot-below-minimum', assetId, detail: `${verdict.missing} less than the minimum` });
    }
    if (surplus === zero) continue;
    if (accounts.cold === undefined) {
      report({
        event: 'hot-above-ceiling',
        assetId,
        detail: `${surplus} too much, and no cold address enrolled`,
      });
      continue;
    }
    if (await wasRejectedLately(db.kysely, assetId)) continue;
    const content = { kind: 'cold', assetId, amount: surplus } as const;
    const orderId = await insertOrder(db.kysely, { content, costMaxSun: units(coldCostMaxSun) });
    if (orderId === undefined) continue;
    proposed += 1;
    report({ event: 'cold-proposed', assetId, orderId, detail: `${surplus} for cold storage` });
  }
  return proposed;
}

/** What of a surplus can go: of TRX what the order itself may burn has to stay, or nobody could approve it. */
function findMovable(assetId: AssetId, surplus: Units, available: bigint): Units {
  const most = assetId === 'trx' ? available - coldCostMaxSun : surplus;
  if (most >= surplus) return surplus;
  return most > 0n ? units(most) : zero;
}

/** Counted against the hot wallet until the order is signed and its cost known: a token transfer at a high price. */
const coldCostMaxSun = 30_000_000n;
