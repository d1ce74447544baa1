import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { JournalKind, TransferCode } from './chart.ts';
import type { Details } from './details.ts';
import { LedgerError, refusing, toLedgerErrorCode } from './error.ts';
import type { AccountId, JournalId } from './ids.ts';
import type { PostedJournal } from './post-journal.ts';

export type Payout = {
  /** Idempotency key, as a journal's. */
  readonly key: string;
  readonly kind: JournalKind;
  readonly asset: AssetId;
  /** What each account of the house pays. */
  readonly sources: readonly PayoutSource[];
  readonly details?: Details;
};

export type PayoutSource = {
  readonly debit: AccountId;
  readonly code: TransferCode;
  /** At least one; a customer's account twice is right too, and costs what `postJournals` costs. */
  readonly parts: readonly PayoutPart[];
};

export type PayoutPart = {
  readonly credit: AccountId;
  /** 1 to 2^256 − 1 base units. */
  readonly amount: Units;
};

type Row = {
  readonly journal_id: JournalId;
  readonly replayed: boolean;
  readonly refusal: string | null;
  readonly particulars: Readonly<Record<string, unknown>>;
};

/**
 * Pays many customers from accounts of the house: posts one journal with a leg for each part, 10,000 at most, as
 * `postJournal` would, at three quarters of the cost (docs/decisions/0164-payouts-in-sets.md). It takes effect when
 * `tx` commits.
 *
 * @throws LedgerError where `postJournal` would. PostgreSQL may break it off with a serialization failure, so call it
 *   within `transact`, which begins again.
 * @example
 * const sources = [{
 *   debit: house.pool,
 *   code: 'distribution',
 *   parts: [{ credit: alice.reward, amount: units(300n) }, { credit: bob.reward, amount: units(200n) }],
 * }];
 * const payout = { key: 'distribution:1:0', kind: 'distribution', asset: 'reward', sources };
 * (await postPayout(tx, payout)).replayed; // → false
 * (await getAccountBalance(tx, alice.reward)).posted; // → 300n
 * (await getAccountBalance(tx, house.pool)).posted; // → 999_500n
 * (await postPayout(tx, payout)).replayed; // → true
 */
export async function postPayout(tx: DbTx, payout: Payout): Promise<Omit<PostedJournal, 'transferIds'>> {
  const { key, kind, asset, sources, details = {} } = payout;
  const parts = sources.flatMap((source) => source.parts);
  const query = sql<Row>`
    SELECT journal_id, replayed, refusal, particulars FROM ledger.post_payout(
      ${key}, ${kind}, ${JSON.stringify(details)}::jsonb, ${asset},
      ${sources.map(({ debit }) => debit)}::bigint[], ${sources.map(({ code }) => code)}::text[],
      ${sources.map((source) => source.parts.length)}::int[],
      ${parts.map(({ credit }) => credit)}::bigint[], ${parts.map(({ amount }) => unitsToWire(amount))}::numeric[])`;
  const { rows } = await refusing(query.execute(tx));
  const [row] = rows;
  assert(row !== undefined, 'the ledger answered without a journal');
  if (row.refusal !== null) throw new LedgerError(toLedgerErrorCode(row.refusal), row.particulars, undefined);
  return { journalId: row.journal_id, replayed: row.replayed };
}
