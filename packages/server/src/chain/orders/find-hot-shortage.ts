import type { DbReader, DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { sql } from 'kysely';

export type HotNeed = { readonly assetId: AssetId; readonly amount: Units; readonly costSun: Units };

/** What the hot wallet lacks for a need: the asset, or TRX for the cost. */
export type HotShortage = 'asset' | 'sun';

/** What orders under way may still take out of the hot wallet: of one asset, and sun for all of them. */
export type OpenOutflows = { readonly amount: Units; readonly costSun: Units };

/** Adds up the open outflows of one kind of order. */
export type SumOutflows = (db: DbReader, assetId: AssetId) => Promise<OpenOutflows>;

// Any number will do; it only has to differ from other locks.
const hotWalletLock = 7_310_925_551;

/**
 * Asks whether the hot wallet has enough, by the books, for one more payment or order beside all that is under way, and
 * keeps everybody else from asking until the caller's transaction ends: whoever stores its order in the same transaction
 * can rely on the answer. `outflows` are those of every kind there is. Undefined where there is enough.
 */
export async function findHotShortage(
  tx: DbTx,
  outflows: readonly SumOutflows[],
  { assetId, amount, costSun }: HotNeed,
): Promise<HotShortage | undefined> {
  await sql`SELECT pg_advisory_xact_lock(${hotWalletLock})`.execute(tx);
  const promised = async (asked: AssetId): Promise<{ readonly amount: bigint; readonly costSun: bigint }> => {
    let [amount, cost] = [0n, 0n];
    for (const sumOutflows of outflows) {
      const open = await sumOutflows(tx, asked);
      amount += open.amount;
      cost += open.costSun;
    }
    return { amount, costSun: cost };
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
