import type { DbReader } from '@tern/db/database';
import { getAddress } from '@tern/tron/address';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';

/** The house's accounts and the addresses enrolled with the signer, when it said so last; none until a worker has met it. */
export async function findSignerAccounts(db: DbReader): Promise<HouseAccounts | undefined> {
  const { rows } = await sql<{
    hot_address: string;
    fee_address: string;
    cold_address: string | null;
    owner_addresses: string[];
    owner_threshold: number;
  }>`SELECT hot_address, fee_address, cold_address, owner_addresses, owner_threshold FROM signer_accounts`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { cold_address: cold, owner_addresses: owners, owner_threshold: threshold } = row;
  return {
    hot: getAddress(row.hot_address),
    fee: getAddress(row.fee_address),
    ...(cold === null ? {} : { cold: getAddress(cold) }),
    ...(owners.length === 0 ? {} : { owners: { addresses: owners.map(getAddress), threshold } }),
  };
}

export async function upsertSignerAccounts(db: DbReader, { hot, fee, cold, owners }: HouseAccounts): Promise<void> {
  await sql`
    INSERT INTO signer_accounts (hot_address, fee_address, cold_address, owner_addresses, owner_threshold)
    VALUES (${hot}, ${fee}, ${cold ?? null}, ${[...(owners?.addresses ?? [])]}::text[], ${owners?.threshold ?? 0})
    ON CONFLICT ON CONSTRAINT signer_accounts_pkey DO UPDATE
      SET (hot_address, fee_address, cold_address, owner_addresses, owner_threshold, noted_at) =
          (excluded.hot_address, excluded.fee_address, excluded.cold_address, excluded.owner_addresses,
           excluded.owner_threshold, clock_timestamp())`.execute(db);
}
