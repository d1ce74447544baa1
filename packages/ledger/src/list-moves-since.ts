import type { WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';

export type Move = {
  readonly asset: AssetId;
  /** Base units, positive for what came. */
  readonly amount: bigint;
  /** Beginning of its minute, UTC. */
  readonly at: Date;
};

/**
 * Lists what came to a wallet and went from it in the last `hours` by the database's clock, the moves of an asset in
 * the same minute added up, the oldest minute first. It reads an account's entries from the newest on and stops at the
 * first older one, however long the history is.
 *
 * @param hours A whole number.
 * @example
 * const moves = await listMovesSince(tx, { walletId: alice.walletId, hours: 24 });
 * moves.map(({ asset, amount }) => [asset, amount]); // → [['usdt', 100_000_000n]]
 */
export async function listMovesSince(
  db: DbReader,
  { walletId, hours }: { readonly walletId: WalletId; readonly hours: number },
): Promise<readonly Move[]> {
  const { rows } = await sql<{ asset: AssetId; amount: string; at: Date }>`
    WITH RECURSIVE walk AS (
      SELECT a.id AS account_id, a.asset, e.transfer_id, e.amount, e.at
      FROM ledger.accounts a
      CROSS JOIN LATERAL (
        SELECT e.transfer_id, e.amount, j.created_at AS at
        FROM ledger.entries e
        JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
        WHERE e.account_id = a.id ORDER BY e.transfer_id DESC LIMIT 1
      ) AS e
      WHERE a.wallet_id = ${walletId} AND a.class = 'customer' AND e.at > now() - make_interval(hours => ${hours})
      UNION ALL
      SELECT w.account_id, w.asset, e.transfer_id, e.amount, e.at
      FROM walk w
      CROSS JOIN LATERAL (
        SELECT e.transfer_id, e.amount, j.created_at AS at
        FROM ledger.entries e
        JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
        WHERE e.account_id = w.account_id AND e.transfer_id < w.transfer_id ORDER BY e.transfer_id DESC LIMIT 1
      ) AS e
      WHERE e.at > now() - make_interval(hours => ${hours})
    )
    SELECT asset, sum(amount)::text AS amount, date_trunc('minute', at) AS at FROM walk GROUP BY asset, 3 ORDER BY 3`.execute(
    db,
  );
  return rows.map(({ asset, amount, at }) => ({ asset, amount: BigInt(amount), at }));
}
