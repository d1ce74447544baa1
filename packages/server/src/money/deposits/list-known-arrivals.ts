import type { RecordId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import { sql } from 'kysely';

/** What the books know of one move of a transaction, by (kind, index) as everywhere. */
export type KnownArrival = {
  readonly kind: string;
  readonly index: number;
  readonly to: string;
  readonly is: 'credited' | 'suspense' | 'set-aside';
  /** Why it was set aside. */
  readonly reason: QuarantineReason | null;
  readonly recordId: RecordId | null;
};

/**
 * What a transaction brought to these addresses, as far as it is booked or set aside. What is credited by itself as soon as
 * its contract or the signer was asked is under way still.
 * Nobody is told that money at an address which is not ours is kept safe.
 */
export async function listKnownArrivals(
  db: DbReader,
  { txId, addresses }: { readonly txId: string; readonly addresses: readonly TronAddress[] },
): Promise<readonly KnownArrival[]> {
  const { rows } = await sql<{
    kind: string;
    index: number;
    to_address: string;
    is: KnownArrival['is'];
    reason: QuarantineReason | null;
    record_id: RecordId | null;
  }>`
    SELECT d.kind, d.index, d.to_address, NULL AS reason, coalesce(d.record_id, s.record_id) AS record_id,
           CASE WHEN coalesce(d.record_id, s.record_id) IS NOT NULL THEN 'credited'
             WHEN d.reason = 'address-disowned' OR p.address IS NOT NULL THEN 'set-aside' ELSE 'suspense' END AS is
      FROM deposits d LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
      LEFT JOIN address_pool p ON p.address = d.to_address AND p.distrusted_at IS NOT NULL
     WHERE d.tx_id = ${txId} AND d.to_address = ANY(${[...addresses]}::text[])
       AND (coalesce(d.reason, '') NOT IN ('token-unproven', 'address-unproven') OR s.record_id IS NOT NULL
         OR p.address IS NOT NULL
         OR EXISTS (SELECT FROM token_freezes f WHERE f.asset = d.asset))
    UNION ALL
    SELECT q.kind, q.index, q.to_address, q.reason, NULL, 'set-aside'
      FROM quarantined_inflows q WHERE q.tx_id = ${txId} AND q.to_address = ANY(${[...addresses]}::text[])`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    index: row.index,
    to: row.to_address,
    is: row.is,
    reason: row.reason,
    recordId: row.record_id,
  }));
}
