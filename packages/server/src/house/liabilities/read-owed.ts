import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { Owed } from './split-balance.ts';

/**
 * What every wallet is owed, holds included, as rows of text of one asset: account id, address and amount, in any order. In one
 * pass over the tables, because PostgreSQL keeps every newer version of a row until the reading has ended, and all who change the
 * row meanwhile read past them. The bytes of a set are its own, so that they can be handed over to a thread. A negative amount, which
 * the books do not allow, is written too: whoever reads the rows refuses it.
 */
export async function* readCustomers(
  tx: DbTx,
): AsyncGenerator<{ readonly assetId: AssetId; readonly accounts: Uint8Array }> {
  await readAtLength(tx);
  // Everything is read to the end: the best plan is the one that ends first, not the one that begins first.
  await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx);
  await sql`
    DECLARE customers_owed NO SCROLL CURSOR FOR
    SELECT a.asset, a.id || ' ' || w.address || ' ' || a.posted AS account
      FROM ledger.accounts a JOIN wallets w ON w.id = a.wallet_id
     WHERE a.class = 'customer' AND a.posted <> 0`.execute(tx);
  const fetchSome = async (): Promise<readonly OwedRow[]> =>
    (await sql<OwedRow>`FETCH 5000 FROM customers_owed`.execute(tx)).rows;
  for await (const rows of readAhead(fetchSome)) {
    for (const [assetId, own] of Map.groupBy(rows, ({ asset }) => asset)) {
      const text = own.map(({ account }) => `${account}\n`).join('');
      const accounts = Buffer.alloc(text.length);
      accounts.write(text, 'latin1');
      yield { assetId, accounts };
    }
  }
  await sql`CLOSE customers_owed`.execute(tx);
}

type OwedRow = { readonly asset: AssetId; readonly account: string };

/** What `fetchSome` gives until it gives nothing. It is asked for more before what it gave is taken over, so that both go on. */
async function* readAhead<Row>(fetchSome: () => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let next = fetchSome();
  try {
    for (let rows = await next; rows.length > 0; rows = await next) {
      next = fetchSome();
      yield rows;
    }
  } finally {
    // Whoever stops in between has a reason of their own.
    await next.catch(() => undefined);
  }
}

/** Lets this transaction read every account, by itself. */
async function readAtLength(tx: DbTx): Promise<void> {
  // Ten million people take longer than what any other statement is allowed; it holds for all of this transaction.
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
  // Helpers of a query would take their share from those who move money.
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
}

/**
 * Everything that people are owed of each asset, whatever wallet it is in: what the lists of customers have to add up to. All
 * accounts of an asset add up to zero (I01 sees to it), so it is what the house's few accounts lack: another way than the lists'.
 */
export async function sumCustomers(tx: DbTx): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ asset: string; owed: string }>`
    SELECT asset, (-sum(posted))::text AS owed FROM ledger.accounts WHERE class <> 'customer' GROUP BY asset`.execute(
    tx,
  );
  return new Map(rows.map(({ asset, owed }) => [asset, BigInt(owed)]));
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
