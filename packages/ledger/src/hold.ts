import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { HoldKind, TransferCode } from './chart.ts';
import type { Details } from './details.ts';
import { LedgerError, refusing, toLedgerErrorCode } from './error.ts';
import type { AccountId, JournalId, PendingId } from './ids.ts';

export type HoldFundsInput = {
  /** Idempotency key, as in `postJournal`. */
  readonly key: string;
  readonly kind: HoldKind;
  /** The account whose available balance shrinks. */
  readonly account: AccountId;
  /** Where the money will go; when given, posting it anywhere else is refused. */
  readonly toAccount?: AccountId;
  readonly amount: Units;
  readonly asset: AssetId;
  readonly code: TransferCode;
  /** When the hold ends by itself, by the database's clock; never when absent. */
  readonly expiresAt?: Date;
  readonly details?: Details;
};

export type Hold = {
  readonly pendingId: PendingId;
  readonly journalId: JournalId;
  readonly replayed: boolean;
};

type SetRow = {
  readonly pending_id: PendingId;
  readonly journal_id: JournalId;
  readonly replayed: boolean;
  readonly refusal: string | null;
  readonly particulars: Readonly<Record<string, unknown>>;
};

/**
 * Reserves several amounts in one call, one after the other, each as `holdFunds` would. The replies are in the same
 * order: a hold that is refused is answered with a `LedgerError`, which is not thrown, and the others stay as they are.
 *
 * @throws AssertionFault where two keys are the same.
 * @example
 * const amount = units(60_000_000n);
 * const hold = { kind: 'withdrawal-hold', account: alice.usdt, amount, asset: 'usdt', code: 'withdrawal' };
 * const [first, second] = await holdFundsEach(tx, [
 *   { ...hold, key: 'withdrawal:1' },
 *   { ...hold, key: 'withdrawal:2' },
 * ]);
 * isLedgerError(first); // → false
 * isLedgerError(second, 'exceeds-available') && second.particulars.available; // → '40000000'
 */
export async function holdFundsEach(
  tx: DbTx,
  inputs: readonly HoldFundsInput[],
): Promise<readonly (Hold | LedgerError)[]> {
  assert(new Set(inputs.map(({ key }) => key)).size === inputs.length, 'the keys of a set differ');
  const column = <Value>(read: (input: HoldFundsInput) => Value) => inputs.map(read);
  const query = sql<SetRow>`
    SELECT pending_id, journal_id, replayed, refusal, particulars FROM ledger.hold_funds_each(
      ${column(({ key }) => key)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ account }) => account)}::bigint[], ${column(({ toAccount = null }) => toAccount)}::bigint[],
      ${column(({ asset }) => asset)}::text[], ${column(({ amount }) => unitsToWire(amount))}::numeric[],
      ${column(({ code }) => code)}::text[], ${column(({ expiresAt = null }) => expiresAt)}::timestamptz[],
      ${column(({ details = {} }) => JSON.stringify(details))}::jsonb[])`;
  const { rows } = await refusing(query.execute(tx));
  assert(rows.length === inputs.length, 'the ledger answered for another number of holds');
  return rows.map((row) =>
    row.refusal === null
      ? { pendingId: row.pending_id, journalId: row.journal_id, replayed: row.replayed }
      : new LedgerError(toLedgerErrorCode(row.refusal), row.particulars, undefined),
  );
}

/**
 * Reserves an amount of an account until it is posted (`postHold`), voided (`voidHold`) or expired (`expireHolds`):
 * what is available falls at once, what is posted stays. Called again with the same key and content it gives the same
 * hold, flagged `replayed`; the expiry is not part of the content. It takes effect when `tx` commits.
 *
 * @throws LedgerError `exceeds-available` where less is available; `key-reused` where the key stands for something
 *   else; those that are faults of the caller, in the order of docs/ledger.md. `tx` has to be rolled back then.
 * @example
 * const amount = units(60_000_000n);
 * const hold = { kind: 'withdrawal-hold', account: alice.usdt, amount, asset: 'usdt', code: 'withdrawal' };
 * const { pendingId } = await holdFunds(tx, { ...hold, key: 'withdrawal:1' });
 * (await getBalances(tx, { walletId: alice.walletId })).get('usdt');
 * // → { posted: 100_000_000n, held: 60_000_000n, available: 40_000_000n }
 * const again = await holdFunds(tx, { ...hold, key: 'withdrawal:1' });
 * [again.pendingId, again.replayed]; // → [pendingId, true]
 * await holdFunds(tx, { ...hold, key: 'withdrawal:2' }); // throws LedgerError('exceeds-available')
 */
export async function holdFunds(tx: DbTx, input: HoldFundsInput): Promise<Hold> {
  const { key, kind, account, toAccount = null, amount, asset, code, expiresAt = null, details = {} } = input;
  const query = sql<{ pending_id: PendingId; journal_id: JournalId; replayed: boolean }>`
    SELECT pending_id, journal_id, replayed FROM ledger.hold_funds(
      ${key}, ${kind}, ${account}::bigint, ${toAccount}::bigint, ${asset}, ${unitsToWire(amount)}::numeric,
      ${code}, ${expiresAt}::timestamptz, ${JSON.stringify(details)}::jsonb)`;
  const { rows } = await refusing(query.execute(tx));
  const row = rows[0];
  assert(row !== undefined, 'the ledger answered without a hold');
  return { pendingId: row.pending_id, journalId: row.journal_id, replayed: row.replayed };
}
