import type { ActivityKind } from '@tern/contracts/routes/console-home';
import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';

/** How many days are shown, today among them. */
export const shownDays = 14;

export type DaysOfKind = {
  readonly kind: ActivityKind;
  /** The oldest first; the last is today until now. Days are those of UTC. */
  readonly days: readonly { readonly day: string; readonly items: number }[];
  readonly yesterdayUntilNow: number;
  readonly today: readonly { readonly assetId: AssetId; readonly amount: Units }[];
};

type Row = {
  readonly day: string;
  readonly items: number;
  readonly until_now: number;
  readonly amounts: Readonly<Partial<Record<AssetId, string>>> | null;
};

function withdrawalsBy(settlement: 'chain' | 'internal'): RawBuilder<unknown> {
  return sql`SELECT created_at AS at, asset_id AS asset, amount FROM withdrawals
              WHERE settlement = ${settlement} AND NOT own_move AND state NOT IN ('rejected', 'cancelled', 'failed')`;
}

/** What counts as one of each kind: what people did, not what the house moved for itself. */
const counted: Readonly<Record<ActivityKind, RawBuilder<unknown>>> = {
  // Those too that waited in suspense until they could be credited.
  deposits: sql`SELECT created_at AS at, asset, amount FROM deposits d
                 WHERE destination = 'customer' OR EXISTS (
                   SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id AND r.wallet_id IS NOT NULL)`,
  sends: withdrawalsBy('chain'),
  transfers: withdrawalsBy('internal'),
  swaps: sql`SELECT created_at AS at, asset_out AS asset, amount_out AS amount FROM swaps`,
  'sign-ups': sql`SELECT created_at AS at, NULL AS asset, 0::numeric AS amount FROM people`,
};

/** The last days, each kind by its day, and today's amounts by asset. */
export async function selectDays(db: DbReader): Promise<readonly DaysOfKind[]> {
  return await Promise.all(
    (Object.keys(counted) as ActivityKind[]).map(async (kind) => {
      const { rows } = await daysOf(kind).execute(db);
      const [yesterday, today] = rows.slice(-2);
      return {
        kind,
        days: rows.map(({ day, items }) => ({ day, items })),
        yesterdayUntilNow: yesterday?.until_now ?? 0,
        today: assetIds.flatMap((assetId) => {
          const amount = today?.amounts?.[assetId];
          return amount === undefined ? [] : [{ assetId, amount: unitsFromWire(amount) }];
        }),
      };
    }),
  );
}

/** The first moment is said as an expression that the planner can estimate: then it reads only those days by their index. */
export function daysOf(kind: ActivityKind): RawBuilder<Row> {
  return sql<Row>`
    WITH days AS (
      SELECT date_trunc('day', now(), 'UTC') - make_interval(days => n) AS starts
        FROM generate_series(${shownDays - 1}::int, 0, -1) AS n),
    items AS (
      SELECT date_trunc('day', c.at, 'UTC') AS starts, c.asset, c.at, c.amount FROM (${counted[kind]}) c
       WHERE c.at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${shownDays - 1}::int)),
    by_asset AS (
      SELECT starts, asset, count(*)::int AS items, sum(amount) AS amount,
             count(*) FILTER (WHERE at - starts <= now() - date_trunc('day', now(), 'UTC'))::int AS until_now
        FROM items GROUP BY starts, asset)
    SELECT to_char(d.starts AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, coalesce(sum(b.items), 0)::int AS items,
           coalesce(sum(b.until_now), 0)::int AS until_now,
           jsonb_object_agg(b.asset, b.amount::text) FILTER (WHERE b.asset IS NOT NULL) AS amounts
      FROM days d LEFT JOIN by_asset b USING (starts) GROUP BY d.starts ORDER BY d.starts`;
}
