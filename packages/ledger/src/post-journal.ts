import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { JournalKind, TransferCode } from './chart.ts';
import type { Details } from './details.ts';
import { refusing } from './error.ts';
import type { AccountId, JournalId, TransferId } from './ids.ts';

export type Leg = {
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly asset: AssetId;
  /** 1 to 2^256 − 1 base units. */
  readonly amount: Units;
  readonly code: TransferCode;
};

export type PostJournalInput = {
  /** Idempotency key, 1 to 200 characters, unique in the whole ledger: name the thing, as in `deposit:<txId>:<index>`. */
  readonly key: string;
  readonly kind: JournalKind;
  /** 1 to 10,000, all or none of which happen. */
  readonly legs: readonly Leg[];
  readonly details?: Details;
  /** The journal this one takes back; each can be taken back once. */
  readonly reverses?: JournalId;
};

export type PostedJournal = {
  readonly journalId: JournalId;
  /** In the order of the legs. */
  readonly transferIds: readonly TransferId[];
  /** True when an earlier call with the same key had done it already. */
  readonly replayed: boolean;
};

/**
 * Moves money: posts one journal of 1 to 10,000 legs in any number of assets, all or none of them. Called again with
 * the same key and content it gives the same journal, flagged `replayed`. It takes effect when `tx` commits;
 * docs/ledger.md has the kinds with the legs each may have, and the steps of a posting.
 *
 * @throws LedgerError `exceeds-available` where a guarded account would fall below zero over all legs together;
 *   `key-reused` where the key stands for something else; those that are faults of the caller, in the order of
 *   docs/ledger.md. `tx` has to be rolled back then.
 * @example
 * const transfer = {
 *   key: 'transfer:1',
 *   kind: 'internal-transfer',
 *   legs: [{ debit: alice.usdt, credit: bob.usdt, asset: 'usdt', amount: units(30_000_000n), code: 'transfer' }],
 * };
 * const { journalId } = await postJournal(tx, transfer);
 * (await getAccountBalance(tx, bob.usdt)).posted; // → 30_000_000n
 * const again = await postJournal(tx, transfer);
 * [again.journalId, again.replayed]; // → [journalId, true]
 * const [leg] = transfer.legs;
 * await postJournal(tx, { ...transfer, legs: [{ ...leg, amount: units(31_000_000n) }] });
 * // throws LedgerError('key-reused')
 */
export async function postJournal(tx: DbTx, input: PostJournalInput): Promise<PostedJournal> {
  const { key, kind, legs, details = {}, reverses = null } = input;
  const query = sql<{ journal_id: JournalId; transfer_ids: TransferId[]; replayed: boolean }>`
    SELECT journal_id, transfer_ids, replayed FROM ledger.post_journal(
      ${key}, ${kind},
      ${legs.map((leg) => leg.debit)}::bigint[], ${legs.map((leg) => leg.credit)}::bigint[],
      ${legs.map((leg) => leg.asset)}::text[], ${legs.map((leg) => unitsToWire(leg.amount))}::numeric[],
      ${legs.map((leg) => leg.code)}::text[], ${JSON.stringify(details)}::jsonb, ${reverses}::bigint)`;
  const { rows } = await refusing(query.execute(tx));
  const row = rows[0];
  assert(row !== undefined, 'the ledger answered without a journal');
  return { journalId: row.journal_id, transferIds: row.transfer_ids, replayed: row.replayed };
}
