import { newId, type PersonId, type PriceAlertId } from '@tern/base/ids';
import type { AlertDirection } from '@tern/contracts/routes/price-alerts';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { Ratio } from '@tern/money/ratio';
import { sql } from 'kysely';
import { ownRow, ownRows, updateOwnRow } from '../../platform/own-rows.ts';
import { boundsOf, type PriceAlert } from './price-alert.ts';

type AlertRow = {
  readonly id: PriceAlertId;
  readonly person_id: PersonId;
  readonly asset: AssetId;
  readonly unit: string;
  readonly direction: AlertDirection;
  readonly target: string;
  readonly set_at: Date;
  readonly reached_at: Date | null;
  readonly reached_price: string | null;
};

const alertColumns = sql`id, person_id, asset, unit, direction, trim_scale(target)::text AS target, set_at, reached_at,
  trim_scale(reached_price)::text AS reached_price`;

/** The person's own, of all assets: first those that wait, each kind with the newest first. */
export async function selectAlerts(db: DbReader, personId: PersonId): Promise<readonly PriceAlert[]> {
  const { rows } = await sql<AlertRow>`
    SELECT ${alertColumns} FROM ${ownRows('price_alerts', personId)}
    ORDER BY reached_at DESC NULLS FIRST, set_at DESC, id`.execute(db);
  return rows.map(fromRow);
}

/** Undefined when it is not the person's. */
export async function selectAlert(db: DbReader, personId: PersonId, id: PriceAlertId): Promise<PriceAlert | undefined> {
  const { rows } = await sql<AlertRow>`
    SELECT ${alertColumns} FROM ${ownRow('price_alerts', personId, id)}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

export async function countAlerts(db: DbReader, personId: PersonId): Promise<number> {
  const { rows } = await sql<{ alerts: number }>`
    SELECT count(*)::int AS alerts FROM ${ownRows('price_alerts', personId)}`.execute(db);
  return rows[0]?.alerts ?? 0;
}

/** The new alert; undefined where the person has one for the same price already. */
export async function insertAlert(
  tx: DbTx,
  alert: Pick<PriceAlert, 'id' | 'personId' | 'assetId' | 'unit' | 'direction' | 'target'>,
): Promise<PriceAlert | undefined> {
  const { rows } = await sql<AlertRow>`
    INSERT INTO price_alerts (id, person_id, asset, unit, direction, target, setting_id)
    VALUES (${alert.id}, ${alert.personId}, ${alert.assetId}, ${alert.unit}, ${alert.direction},
      ${alert.target}::numeric, ${newId()})
    ON CONFLICT ON CONSTRAINT price_alerts_same_key DO NOTHING
    RETURNING ${alertColumns}`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** Has an alert wait again. Undefined when it is not the person's. */
export async function updateAlertSet(tx: DbTx, personId: PersonId, id: PriceAlertId): Promise<PriceAlert | undefined> {
  const set = sql`setting_id = ${newId()}, set_at = clock_timestamp(), reached_at = NULL, reached_price = NULL`;
  const own = updateOwnRow('price_alerts', { personId, id, set });
  const { rows } = await sql<AlertRow>`${own} RETURNING ${alertColumns}`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** False when it is not the person's, or gone already. */
export async function deleteAlert(tx: DbTx, personId: PersonId, id: PriceAlertId): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM ${ownRow('price_alerts', personId, id)}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteAlerts(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`DELETE FROM ${ownRows('price_alerts', personId)}`.execute(tx);
}

/** An alert that has just been reached, with what its message is about. */
export type ReachedAlert = Pick<PriceAlert, 'personId' | 'assetId' | 'unit' | 'direction' | 'target'> & {
  readonly settingId: string;
  readonly price: string;
};

/**
 * Marks up to `limit` alerts of an asset that its prices have reached, whoever they belong to; those another worker has in hand are
 * left to it. What was set after the transaction began is left for the next time: these prices may be older.
 */
export async function updateReached(
  tx: DbTx,
  {
    assetId,
    prices,
    limit,
  }: { readonly assetId: AssetId; readonly prices: ReadonlyMap<string, Ratio>; readonly limit: number },
): Promise<readonly ReachedAlert[]> {
  const bounds = [...prices].map(([unit, price]) => ({ unit, ...boundsOf(price) }));
  const { rows } = await sql<ReachedAlert>`
    WITH said AS (
      SELECT * FROM unnest(
        ${bounds.map(({ unit }) => unit)}::text[], ${bounds.map(({ floor }) => floor)}::numeric[],
        ${bounds.map(({ ceil }) => ceil)}::numeric[]) AS said (unit, floor, ceil)),
    due AS MATERIALIZED (
      SELECT a.id, said.floor AS price FROM price_alerts a JOIN said ON said.unit = a.unit
       WHERE a.asset = ${assetId} AND a.reached_at IS NULL AND a.set_at < now()
         AND (a.direction = 'above' AND a.target <= said.floor OR a.direction = 'below' AND a.target >= said.ceil)
       ORDER BY a.id LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED)
    UPDATE price_alerts a SET reached_at = now(), reached_price = due.price
      FROM due WHERE a.id = due.id
    RETURNING a.person_id AS "personId", a.asset AS "assetId", a.unit, a.direction, a.setting_id AS "settingId",
      trim_scale(a.target)::text AS target, trim_scale(a.reached_price)::text AS price`.execute(tx);
  return rows;
}

function fromRow(row: AlertRow): PriceAlert {
  return {
    id: row.id,
    personId: row.person_id,
    assetId: row.asset,
    unit: row.unit,
    direction: row.direction,
    target: row.target,
    setAt: row.set_at,
    reached:
      row.reached_at === null || row.reached_price === null ? null : { at: row.reached_at, price: row.reached_price },
  };
}
