import type { DbReader, DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { sql } from 'kysely';
import { sumOpenOutflows, type OpenOutflows } from './attempt-store.ts';

export type HotNeed = { readonly assetId: AssetId; readonly amount: Units; readonly costSun: Units };

/** What the hot wallet lacks for a need: the asset, or TRX for the cost. */
export type HotShortage = 'asset' | 'sun';

export type HotMoneyDeps = {
  /** What the house's own orders under way may still take out of the hot wallet. */
  readonly sumTreasuryOutflows: (db: DbReader, assetId: AssetId) => Promise<OpenOutflows>;
};

// Any number will do; it only has to differ from other locks.
const hotWalletLock = 7_310_925_551;

/**
 * Asks whether the hot wallet has enough, by the books, for one more payment or order beside all that is under way, and
 * keeps everybody else from asking until the caller's transaction ends: whoever stores its order in the same transaction
 * can rely on the answer. Undefined where there is enough.
 */
export async function findHotShortage(
  tx: DbTx,
  { sumTreasuryOutflows }: HotMoneyDeps,
  { assetId, amount, costSun }: HotNeed,
): Promise<HotShortage | undefined> {
  await sql`SELECT pg_advisory_xact_lock(${hotWalletLock})`.execute(tx);
  const promised = async (asked: AssetId): Promise<{ readonly amount: bigint; readonly costSun: bigint }> => {
    const payouts = await sumOpenOutflows(tx, asked);
    const orders = await sumTreasuryOutflows(tx, asked);
    return { amount: payouts.amount + orders.amount, costSun: payouts.costSun + orders.costSun };
  };
  const ofAsset = await promised(assetId);
  const ofTrx = await promised('trx');
  // The books last: what is settled meanwhile then counts twice, and never not at all.
  const held = async (asked: AssetId): Promise<bigint> =>
    (await getAccountBalance(tx, await houseAccount(tx, 'custody:hot', asked))).posted;
  const sun = (await held('trx')) - ofTrx.amount - ofTrx.costSun - costSun;
  if (assetId === 'trx') return sun < amount ? 'asset' : undefined;
  if ((await held(assetId)) - ofAsset.amount < amount) return 'asset';
  return sun < 0n ? 'sun' : undefined;
}
