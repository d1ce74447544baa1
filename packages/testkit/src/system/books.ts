import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { findBreaches } from '@tern/server/house/invariants/public';
import { sql } from 'kysely';
import type { ChainControl } from './chain-control.ts';
import { solidBalance, type Contracts } from './outside-wallet.ts';
import { until } from './until.ts';

export type BooksDeps = {
  readonly db: Database;
  readonly chain: ChainControl;
  readonly contracts: Contracts;
  readonly hotAddress: string;
};

type Custody = { readonly assetId: AssetId; readonly deposit: bigint; readonly hot: bigint };

/** Everything that contradicts itself or the chain, as sentences; nothing when all is right. */
export async function findContradictions(deps: BooksDeps): Promise<readonly string[]> {
  await booksReachChain(deps);
  const { db } = deps;
  const breaches = await transact(db, (tx) => findBreaches(tx, { atRest: true }), {
    isolation: 'repeatable read',
  });
  return [...breaches.map(({ invariant, finding }) => `${invariant}: ${finding}`), ...(await findCustodyGaps(deps))];
}

/** Blocks that are not booked while more are mined: the newest nineteen are never irreversible. */
const unreadMax = 40;

/**
 * Waits until the reader has booked what is irreversible now, and until the anchor of a day's statement that the worker has begun
 * by itself has ended; nothing else under way may end later than that.
 */
async function booksReachChain({ db, chain }: BooksDeps): Promise<void> {
  const { height } = await chain.info();
  await until(`block ${height} in the books`, async () => {
    const { rows } = await sql<{ number: string }>`SELECT block_number AS number FROM deposit_cursor`.execute(
      db.kysely,
    );
    const booked = Number(rows[0]?.number ?? -1);
    if (booked >= height && !(await isAnchorUnderWay(db))) return true;
    // Only as many as a busy reader can follow: it would never arrive at the end of a chain that grows faster than it reads.
    if ((await chain.info()).height - booked < unreadMax) await chain.mine(5);
    return undefined;
  });
}

/** Its fee has left the hot wallet on chain and is not in the books yet, or is about to. */
async function isAnchorUnderWay(db: Database): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT EXISTS (SELECT FROM treasury_orders WHERE kind = 'anchor' AND ended_at IS NULL) AS open`.execute(db.kysely);
  return rows[0]?.open === true;
}

/** Custody in the books against every address of ours in the irreversible chain. */
async function findCustodyGaps(deps: BooksDeps): Promise<readonly string[]> {
  const gaps: string[] = [];
  const addresses = await deps.db.kysely.selectFrom('wallets').select('address').execute();
  for (const { assetId, deposit, hot } of await readCustody(deps.db)) {
    let onDeposit = 0n;
    for (const { address } of addresses) onDeposit += await solidBalance(deps, address, assetId);
    const onHot = await solidBalance(deps, deps.hotAddress, assetId);
    if (deposit !== onDeposit) gaps.push(`${assetId}: deposit addresses hold ${onDeposit}, the books say ${deposit}`);
    if (hot !== onHot) gaps.push(`${assetId}: the hot wallet holds ${onHot}, the books say ${hot}`);
  }
  return gaps;
}

async function readCustody(db: Database): Promise<readonly Custody[]> {
  const { rows } = await sql<{ asset: string; code: string; posted: string }>`
    SELECT asset, code, -posted AS posted FROM ledger.accounts WHERE code LIKE 'custody:%'`.execute(db.kysely);
  const posted = (assetId: AssetId, code: string): bigint =>
    BigInt(rows.find((row) => row.asset === assetId && row.code === code)?.posted ?? '0');
  return assetIds.map((assetId) => ({
    assetId,
    deposit: posted(assetId, 'custody:deposit'),
    hot: posted(assetId, 'custody:hot'),
  }));
}
