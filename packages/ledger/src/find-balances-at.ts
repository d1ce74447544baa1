import type { WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { AccountId, TransferId } from './ids.ts';

/** What an account had at a moment. */
export type BalanceAt = {
  /** Base units, zero before the first entry. */
  readonly balance: Units;
  /** How many entries the account had by then. */
  readonly seq: bigint;
  /** The transfer of the last of them; undefined before the first. */
  readonly transferId: TransferId | undefined;
};

export type AccountCourse = {
  readonly accountId: AccountId;
  readonly asset: AssetId;
  /** One for each moment asked for, and last the balance as it is. */
  readonly points: readonly BalanceAt[];
};

type Row = {
  readonly account_id: AccountId;
  readonly asset: AssetId;
  readonly place: number;
  readonly balance: string;
  readonly seq: string;
  readonly transfer_id: TransferId | null;
};

/**
 * Reads what each account of a wallet had at some moments, and has now. Entries have no time of their own, but along an
 * account transfer ids rise, and with them the times of the journals: each moment is found by halving the account's
 * transfer ids. That is about twenty look-ups in indexes for a moment, however many entries the account has. An account
 * without an entry is absent.
 *
 * @param moments Any number, in any order.
 * @param before Whether an entry at the moment itself is left out; it counts otherwise.
 * @example
 * const [account] = await findBalancesAt(tx, { walletId: alice.walletId, moments: [new Date(0)] });
 * account?.points.map(({ balance, seq }) => [balance, seq]); // → [[0n, 0n], [100_000_000n, 1n]]
 */
export async function findBalancesAt(
  db: DbReader,
  {
    walletId,
    moments,
    before = false,
  }: { readonly walletId: WalletId; readonly moments: readonly Date[]; readonly before?: boolean },
): Promise<readonly AccountCourse[]> {
  const asked = [...moments.map((moment) => moment.toISOString()), 'infinity'];
  // Each LIMIT keeps its look-up one: joined, the planner would read whole tables where it knows too little of them.
  const { rows } = await sql<Row>`
    WITH RECURSIVE search AS (
      SELECT a.id AS account_id, a.asset, m.place,
             -- Times have whole microseconds.
             CASE WHEN ${before} THEN m.at - interval '1 microsecond' ELSE m.at END AS at, 0::bigint AS known, newest.transfer_id + 1 AS beyond
        FROM ledger.accounts a
       CROSS JOIN LATERAL (SELECT transfer_id FROM ledger.entries
                            WHERE account_id = a.id ORDER BY transfer_id DESC LIMIT 1) AS newest
       CROSS JOIN unnest(${asked}::timestamptz[]) WITH ORDINALITY AS m (at, place)
       WHERE a.wallet_id = ${walletId} AND a.class = 'customer'
      UNION ALL
      SELECT s.account_id, s.asset, s.place, s.at,
             CASE WHEN probe.at <= s.at THEN probe.transfer_id ELSE s.known END,
             CASE WHEN probe.at <= s.at THEN s.beyond ELSE probe.transfer_id END
        FROM search s
       CROSS JOIN LATERAL (SELECT t.id AS transfer_id, j.created_at AS at
                             FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
                            WHERE t.id = coalesce(
                              (SELECT max(transfer_id) FROM ledger.entries
                                WHERE account_id = s.account_id
                                  AND transfer_id > s.known AND transfer_id <= s.known + (s.beyond - s.known) / 2),
                              (SELECT min(transfer_id) FROM ledger.entries
                                WHERE account_id = s.account_id
                                  AND transfer_id > s.known + (s.beyond - s.known) / 2 AND transfer_id < s.beyond)
                            ) LIMIT 1) AS probe
    ), found AS (
      SELECT account_id, asset, place, max(known) AS transfer_id FROM search GROUP BY account_id, asset, place
    )
    SELECT f.account_id, f.asset, f.place::int AS place, e.transfer_id,
           coalesce(e.balance_after, 0)::text AS balance, coalesce(e.seq, 0)::text AS seq
      FROM found f
      LEFT JOIN LATERAL (SELECT * FROM ledger.entries
                          WHERE account_id = f.account_id AND transfer_id = f.transfer_id LIMIT 1) AS e ON true
     ORDER BY f.account_id, f.place`.execute(db);
  return [...Map.groupBy(rows, ({ account_id }) => account_id).entries()].map(([accountId, points]) => ({
    accountId,
    asset: points[0]?.asset as AssetId,
    points: points.map(({ balance, seq, transfer_id }) => ({
      balance: unitsFromWire(balance),
      seq: BigInt(seq),
      transferId: transfer_id ?? undefined,
    })),
  }));
}
