import type { DbReader } from '@tern/db/database';
import type { RememberedOrder } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { readQuestion, type StoredQuestion } from '../../chain/orders/public.ts';

/** The house's orders with the signatures they got, whose reference block is from `fromBlock` to below `toBlock`. */
export async function listRememberedOrders(
  db: DbReader,
  range: { readonly fromBlock: number; readonly toBlock: number; readonly limit: number; readonly offset: number },
): Promise<readonly RememberedOrder[]> {
  const { rows } = await sql<{ signing_order: StoredQuestion; raw_hex: string; signature_hex: string }>`
    SELECT signing_order, raw_hex, signature_hex FROM treasury_orders
     WHERE tx_id IS NOT NULL
       AND (signing_order -> 'refBlock' ->> 'number')::bigint >= ${range.fromBlock}
       AND (signing_order -> 'refBlock' ->> 'number')::bigint < ${range.toBlock}
     ORDER BY id LIMIT ${range.limit} OFFSET ${range.offset}`.execute(db);
  return rows.map((row) => ({
    order: readQuestion(row.signing_order),
    rawHex: row.raw_hex,
    signatureHex: row.signature_hex,
  }));
}
