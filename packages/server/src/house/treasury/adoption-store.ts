import { newId, type TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import type { MemoryPosition, RecalledOrder } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { serializeQuestion } from '../../chain/orders/public.ts';
import type { RebuiltOrder } from './recalled-order.ts';
import type { OrderState } from './treasury-order.ts';

/** How far the memory of this store was compared with the orders here; undefined before the first time. */
export async function findRecall(db: DbReader, storeId: string): Promise<MemoryPosition | undefined> {
  const { rows } = await sql<{ signed_at_ms: string; number: string }>`
    SELECT signed_at_ms, number FROM signer_recalls WHERE store_id = ${storeId}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { signedAtMs: Number(row.signed_at_ms), number: Number(row.number) };
}

export async function storeRecall(tx: DbTx, storeId: string, { signedAtMs, number }: MemoryPosition): Promise<void> {
  await sql`
    INSERT INTO signer_recalls AS known (store_id, signed_at_ms, number) VALUES (${storeId}, ${signedAtMs}, ${number})
    ON CONFLICT (store_id) DO UPDATE SET signed_at_ms = excluded.signed_at_ms, number = excluded.number
     WHERE (known.signed_at_ms, known.number) < (excluded.signed_at_ms, excluded.number)`.execute(tx);
}

/** The state of each of these orders and tries that is known here, by order id and attempt. */
export async function selectStates(
  db: DbReader,
  recalled: readonly RecalledOrder[],
): Promise<ReadonlyMap<string, OrderState>> {
  const { rows } = await sql<{ order_id: string; attempt: number; state: OrderState }>`
    SELECT DISTINCT ON (order_id, attempt) coalesce(o.signer_order_id, o.id::text) AS order_id, o.attempt, o.state
      FROM treasury_orders o
     WHERE coalesce(o.signer_order_id, o.id::text) = ANY(${recalled.map(({ orderId }) => orderId)}::text[])
     ORDER BY order_id, attempt, (o.state IN ('ready', 'signed', 'done', 'failed', 'expired')) DESC`.execute(db);
  return new Map(rows.map((row) => [`${row.order_id} ${row.attempt}`, row.state]));
}

/** Adds an order that was lost, as signed. Where its proposal is known still, that becomes it. */
export async function insertAdopted(
  tx: DbTx,
  recalled: RecalledOrder,
  { content, question }: RebuiltOrder,
): Promise<void> {
  const { orderId, attempt, txId, rawHex, signatureHex, burnMaxSun, position } = recalled;
  const place = 'place' in content ? content.place : undefined;
  const statement = 'statement' in content ? content.statement : undefined;
  const back = content.kind === 'return' ? content : undefined;
  const id = back === undefined ? orderId : newId<TreasuryOrderId>();
  await sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, account, to_address, signer_order_id, attempt,
      state, adopted, signing_order, raw_hex, signature_hex, tx_id, cost_max_sun, created_at,
      statement_number, statement_hash)
    VALUES (${id}, ${content.kind}, ${content.assetId}, ${unitsToWire(content.amount)}, ${place?.address ?? null},
      ${place?.index ?? null}, ${'account' in content ? content.account : null}, ${back?.to ?? null}, ${back?.signerOrderId ?? null}, ${attempt}, 'signed', true,
      ${serializeQuestion(question)}::jsonb, ${rawHex}, ${signatureHex}, ${txId}, ${unitsToWire(burnMaxSun)},
      to_timestamp(${position.signedAtMs} / 1000.0), ${statement?.number ?? null}, ${statement?.hash ?? null})
    ON CONFLICT (id) DO UPDATE SET state = 'signed', adopted = true, signing_order = excluded.signing_order,
      raw_hex = excluded.raw_hex, signature_hex = excluded.signature_hex, tx_id = excluded.tx_id,
      cost_max_sun = excluded.cost_max_sun, ended_at = NULL, waiting_for = NULL, waiting_detail = NULL,
      changed_at = clock_timestamp(), due_at = clock_timestamp(), broadcast_due_at = clock_timestamp()`.execute(tx);
}
