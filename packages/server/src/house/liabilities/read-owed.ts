import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { Owed } from './split-balance.ts';

/** A customer's account and what it is owed. */
export type AccountOwed = Owed & { readonly accountId: bigint };

const accountsPerRead = 5_000;

/** What every wallet is owed of an asset, holds included, in the order of the accounts, 5,000 at a time. */
export async function* readCustomers(tx: DbTx, assetId: AssetId): AsyncGenerator<readonly AccountOwed[]> {
  let after = '0';
  for (;;) {
    const { rows } = await sql<{ id: string; address: string; posted: string }>`
      SELECT a.id::text AS id, w.address, a.posted::text AS posted
        FROM ledger.accounts a JOIN wallets w ON w.id = a.wallet_id
       WHERE a.class = 'customer' AND a.asset = ${assetId} AND a.posted > 0 AND a.id > ${after}::bigint
       ORDER BY a.id LIMIT ${accountsPerRead}`.execute(tx);
    if (rows.length === 0) return;
    yield rows.map(({ id, address, posted }) => ({ accountId: BigInt(id), owner: address, amount: BigInt(posted) }));
    after = rows.at(-1)?.id ?? after;
  }
}

/** Everything that people are owed of an asset, whatever wallet it is in: what the list of customers has to add up to. */
export async function sumCustomers(tx: DbTx, assetId: AssetId): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`
    SELECT coalesce(sum(posted), 0)::text AS owed FROM ledger.accounts
     WHERE class = 'customer' AND asset = ${assetId}`.execute(tx);
  return BigInt(rows[0]?.owed ?? '0');
}

/**
 * What the house owes by itself: the pool, swap rewards and promotions that it has promised, and what arrived and is nobody's
 * yet. Suspense that is negative (a payment took more than was ordered) is left out: nobody is owed less by it.
 */
export async function readHouseOwed(tx: DbTx, assetId: AssetId): Promise<readonly Owed[]> {
  const { rows } = await sql<{ code: string; posted: string }>`
    SELECT code, posted::text AS posted FROM ledger.accounts
     WHERE asset = ${assetId} AND class IN ('reward-pool', 'swap-rewards', 'promotion', 'suspense') AND posted > 0
     ORDER BY code`.execute(tx);
  return rows.map(({ code, posted }) => ({ owner: `house.${code.replace(':', '.')}`, amount: BigInt(posted) }));
}
