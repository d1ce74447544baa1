import type { DepositId, PersonId, WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import type { ChainInflow } from './deposit.ts';
import { votesNeeded } from './quarantine.ts';
import { isGoingBack } from './return-store.ts';

/** Whether the signer has disowned the address of the deposit `d`, be it only after it came. */
export const isDisowned = sql<boolean>`EXISTS (
  SELECT FROM address_pool p WHERE p.address = d.to_address AND p.distrusted_at IS NOT NULL)`;

/**
 * The wallet that two operators named for the deposit `d`: the pair that was complete first, and one that named an open wallet
 * before one whose wallet has closed meanwhile.
 */
export const assigned = sql`(
  SELECT o.id AS wallet_id, o.closed_at IS NULL AS open FROM quarantine_votes v JOIN wallets o ON o.id = substr(v.decision, 8)::uuid
   WHERE v.subject = 'deposit:' || d.id AND v.decision LIKE 'assign:%'
   GROUP BY o.id HAVING count(*) >= ${votesNeeded}::int
   ORDER BY o.closed_at IS NOT NULL, (array_agg(v.voted_at ORDER BY v.voted_at))[${votesNeeded}::int], o.id LIMIT 1)`;

/** Money in suspense that can be credited now, with whose it is. */
export type Assignable = {
  readonly depositId: DepositId;
  readonly inflow: ChainInflow;
  readonly block: { readonly number: number; readonly id: string; readonly time: Date };
  readonly wallet: { readonly id: WalletId; readonly personId: PersonId };
  /** Whether two operators said so; otherwise it is the owner's of its address. */
  readonly decided: boolean;
};

type AssignableRow = {
  readonly id: DepositId;
  readonly tx_id: string;
  readonly kind: ChainInflow['kind'];
  readonly index: number;
  readonly asset: AssetId;
  readonly amount: string;
  readonly from_address: TronAddress;
  readonly to_address: TronAddress;
  readonly block_number: string;
  readonly block_id: string;
  readonly block_time: Date;
  readonly wallet_id: WalletId;
  readonly person_id: PersonId;
  readonly decided: boolean;
};

/**
 * What two operators assigned, and what belongs to the address's owner and was held only because its token was frozen, or
 * its contract or the signer not asked yet. Nothing of a token that is frozen still, nothing into a closed wallet, and
 * nothing of an address that the signer has disowned without two operators. Only one deposit where that is asked.
 */
export async function selectAssignable(
  db: DbReader,
  { depositId, limit }: { readonly depositId?: DepositId; readonly limit: number },
): Promise<readonly Assignable[]> {
  const { rows } = await sql<AssignableRow>`
    SELECT d.id, d.tx_id, d.kind, d.index, d.asset, d.amount, d.from_address, d.to_address,
           d.block_number, d.block_id, d.block_time, w.id AS wallet_id, w.person_id,
           voted.wallet_id IS NOT NULL AS decided
      FROM deposits d
      LEFT JOIN LATERAL ${assigned} voted ON true
      JOIN wallets w ON CASE WHEN voted.wallet_id IS NULL
        THEN w.address = d.to_address AND NOT ${isDisowned} AND (
          d.reason IN ('token-frozen', 'address-unproven') OR d.reason = 'token-unproven' AND EXISTS (
          SELECT FROM token_holdings h
           WHERE h.address = d.to_address AND h.asset = d.asset AND h.sampled_block >= d.block_number))
        ELSE w.id = voted.wallet_id END
     WHERE w.closed_at IS NULL AND d.destination = 'suspense' AND coalesce(d.id = ${depositId ?? null}::uuid, true)
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)
       AND NOT EXISTS (SELECT FROM token_freezes f WHERE f.asset = d.asset)
       AND NOT ${isGoingBack}
     ORDER BY voted.wallet_id IS NULL, d.created_at LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    depositId: row.id,
    inflow: {
      txId: row.tx_id,
      kind: row.kind,
      index: row.index,
      assetId: row.asset,
      from: row.from_address,
      to: row.to_address,
      amount: unitsFromWire(row.amount),
    },
    block: { number: Number(row.block_number), id: row.block_id, time: row.block_time },
    wallet: { id: row.wallet_id, personId: row.person_id },
    decided: row.decided,
  }));
}
