import { assert } from '@tern/base/assert';
import type { TreasuryOrderId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { unitsToWire, type Units } from '@tern/money/units';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { serializeQuestion, type OrderStep, type Question } from '../../chain/orders/public.ts';
import { orderFromRow, type OrderRow } from './order-store.ts';
import type { OrderState, TreasuryOrder } from './treasury-order.ts';

export type Claiming = {
  readonly step: OrderStep;
  readonly lease: string;
  readonly leaseSeconds: number;
  readonly limit: number;
};

const stateOf: Readonly<Record<Exclude<OrderStep, 'broadcast'>, OrderState>> = { sign: 'ready', follow: 'signed' };

/** Claims orders that are due for a step, oldest first. Workers side by side never get the same one. */
export async function claimOrders({ kysely }: Database, claiming: Claiming): Promise<readonly TreasuryOrder[]> {
  const { step, lease, leaseSeconds, limit } = claiming;
  if (step === 'broadcast') return await claimForBroadcast({ kysely }, claiming);
  const { rows } = await sql<OrderRow>`
    WITH due AS (
      SELECT id FROM treasury_orders
       WHERE state = ${stateOf[step]} AND attention IS NULL
         AND due_at <= clock_timestamp() AND coalesce(leased_until <= clock_timestamp(), true)
       ORDER BY due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE treasury_orders o SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE o.id = due.id RETURNING o.*`.execute(kysely);
  return rows.map(orderFromRow);
}

/** Those whose signed bytes are due to be handed out. */
async function claimForBroadcast(
  { kysely }: Pick<Database, 'kysely'>,
  { lease, leaseSeconds, limit }: Claiming,
): Promise<readonly TreasuryOrder[]> {
  const { rows } = await sql<OrderRow>`
    WITH due AS (
      SELECT id FROM treasury_orders
       WHERE state = 'signed' AND attention IS NULL AND block_number IS NULL
         AND broadcast_due_at <= clock_timestamp() AND coalesce(leased_until <= clock_timestamp(), true)
       ORDER BY broadcast_due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE treasury_orders o SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE o.id = due.id RETURNING o.*`.execute(kysely);
  return rows.map(orderFromRow);
}

/** Stores what the signer will be asked. Asserts that nothing is stored yet. */
export async function storeSigningOrder(
  tx: DbTx,
  { id }: TreasuryOrder,
  { question, costMaxSun }: { readonly question: Question; readonly costMaxSun: Units },
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE treasury_orders SET signing_order = ${serializeQuestion(question)}::jsonb, cost_max_sun = ${unitsToWire(costMaxSun)}
     WHERE id = ${id} AND state = 'ready' AND signing_order IS NULL`.execute(tx);
  assert(numAffectedRows === 1n, `order ${id} is ready and was not asked for`);
}

/** Forgets what the signer was asked and has refused; the next look asks anew. */
export async function clearSigningOrder(tx: DbTx, { id }: TreasuryOrder): Promise<void> {
  await sql`UPDATE treasury_orders SET signing_order = NULL WHERE id = ${id} AND state = 'ready'`.execute(tx);
}

/**
 * Stores the signed bytes with the question they answer. From here on they may be anywhere. What the signer remembered may
 * burn what was allowed then.
 */
export async function storeSigned(
  tx: DbTx,
  { id, costMaxSun }: TreasuryOrder,
  { signed, question }: { readonly signed: SignedOrder; readonly question: Question },
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE treasury_orders SET state = 'signed', raw_hex = ${signed.rawHex}, signature_hex = ${signed.signatureHex},
      tx_id = ${signed.txId}, signing_order = ${serializeQuestion(question)}::jsonb,
      cost_max_sun = ${unitsToWire(signed.readBack?.burnMaxSun ?? costMaxSun)},
      changed_at = clock_timestamp(), due_at = clock_timestamp()
     WHERE id = ${id} AND state = 'ready'`.execute(tx);
  assert(numAffectedRows === 1n, `order ${id} is not waiting for its signature`);
}

/** Keeps the last answers of the nodes; none where they were not asked. */
export async function storeAnswer(
  tx: DbTx,
  id: TreasuryOrderId,
  { answer, againAfterMs }: { readonly answer: string | undefined; readonly againAfterMs: number },
): Promise<void> {
  await sql`
    UPDATE treasury_orders SET last_answer = coalesce(${answer?.slice(0, 500) ?? null}, last_answer),
      broadcast_due_at = clock_timestamp() + make_interval(secs => ${againAfterMs / 1000})
     WHERE id = ${id}`.execute(tx);
}

/** Where the head shows it; null when it is in no block (any more). */
export async function storeSeen(tx: DbTx, id: TreasuryOrderId, blockNumber: number | null): Promise<void> {
  await sql`
    UPDATE treasury_orders SET block_number = ${blockNumber} WHERE id = ${id} AND state = 'signed'`.execute(tx);
}
