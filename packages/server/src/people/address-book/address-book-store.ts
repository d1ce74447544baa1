import type { AddressEntryId, PersonId } from '@tern/base/ids';
import type { AddressRule } from '@tern/contracts/routes/address-book';
import type { DbReader, DbTx } from '@tern/db/database';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { ownRow, ownRows, ownRowsOf, updateOwnRow } from '../../platform/own-rows.ts';
import {
  addressRules,
  ruleWaitHours,
  type AddressEntry,
  type ReceiverStanding,
  type RuleState,
} from './address-book.ts';

type EntryRow = {
  readonly id: AddressEntryId;
  readonly person_id: PersonId;
  readonly address: string;
  readonly label: string;
  readonly added_at: Date;
  readonly payable_from: Date | null;
};

/** A new address until then, by database time; null once it is none any more. */
const payableFrom = sql<Date | null>`
  CASE WHEN added_at + make_interval(hours => ${ruleWaitHours}) > clock_timestamp()
       THEN added_at + make_interval(hours => ${ruleWaitHours}) END`;

const entryColumns = sql`id, person_id, address, label, added_at, ${payableFrom} AS payable_from`;

/** The person's book, by label. */
export async function selectEntries(db: DbReader, personId: PersonId): Promise<readonly AddressEntry[]> {
  return (await selectEntriesOf(db, [personId])).get(personId) ?? [];
}

/** As `selectEntries`, for several people; who has none is absent. */
export async function selectEntriesOf(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, readonly AddressEntry[]>> {
  const { rows } = await sql<EntryRow>`
    SELECT ${entryColumns} FROM ${ownRowsOf('address_book_entries', personIds)} ORDER BY lower(label), id`.execute(db);
  return Map.groupBy(rows.map(fromRow), ({ personId }) => personId);
}

/** The new entry; undefined where the address is in the book already. */
export async function insertEntry(
  tx: DbTx,
  entry: Pick<AddressEntry, 'id' | 'personId' | 'address' | 'label'>,
): Promise<AddressEntry | undefined> {
  const { rows } = await sql<EntryRow>`
    INSERT INTO address_book_entries (id, person_id, network, address, label)
    VALUES (${entry.id}, ${entry.personId}, 'tron', ${entry.address}, ${entry.label})
    ON CONFLICT ON CONSTRAINT address_book_entries_address_key DO NOTHING
    RETURNING ${entryColumns}`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** Undefined when it is not the person's. */
export async function updateLabel(
  tx: DbTx,
  entry: Pick<AddressEntry, 'id' | 'personId' | 'label'>,
): Promise<AddressEntry | undefined> {
  const own = updateOwnRow('address_book_entries', { ...entry, set: sql`label = ${entry.label}` });
  const { rows } = await sql<EntryRow>`${own} RETURNING ${entryColumns}`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** False when it is not the person's, or gone already. */
export async function deleteEntry(tx: DbTx, personId: PersonId, id: AddressEntryId): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM ${ownRow('address_book_entries', personId, id)}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function countEntries(db: DbReader, personId: PersonId): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    SELECT count(*)::int AS entries FROM ${ownRows('address_book_entries', personId)}`.execute(db);
  return rows[0]?.entries ?? 0;
}

const ruleIsOn = sql<boolean>`coalesce(off_at > clock_timestamp(), true)`;

/** Every rule there is, on or off. */
export async function selectRules(db: DbReader, personId: PersonId): Promise<readonly RuleState[]> {
  const { rows } = await sql<{ rule: AddressRule; off_at: Date | null }>`
    SELECT rule, off_at FROM address_rules WHERE person_id = ${personId} AND ${ruleIsOn}`.execute(db);
  const on = new Map(rows.map((row) => [row.rule, row]));
  return addressRules.map((rule) => ({ rule, on: on.has(rule), endsAt: on.get(rule)?.off_at ?? null }));
}

/** Switches a rule on, and takes back that it was to end. False when it was on without an end already. */
export async function upsertRuleOn(tx: DbTx, personId: PersonId, rule: AddressRule): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO address_rules AS known (person_id, rule) VALUES (${personId}, ${rule})
    ON CONFLICT ON CONSTRAINT address_rules_pkey DO UPDATE
      SET off_asked_at = NULL, off_at = NULL,
          on_since = CASE WHEN known.off_at > clock_timestamp() THEN known.on_since ELSE clock_timestamp() END
      WHERE known.off_at IS NOT NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Has a rule that is on end after the wait. False when it is off, or already about to end: asking again gains nothing. */
export async function updateRuleEnding(tx: DbTx, personId: PersonId, rule: AddressRule): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE address_rules
       SET off_asked_at = clock_timestamp(), off_at = clock_timestamp() + make_interval(hours => ${ruleWaitHours})
     WHERE person_id = ${personId} AND rule = ${rule} AND off_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes back that a rule is about to end. False when it is not. */
export async function updateRuleKept(tx: DbTx, personId: PersonId, rule: AddressRule): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE address_rules SET off_asked_at = NULL, off_at = NULL
     WHERE person_id = ${personId} AND rule = ${rule} AND off_at > clock_timestamp()`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes back what widened where this person's money may go since `since`: new addresses, and ends of rules. */
export async function undoWidening(tx: DbTx, personId: PersonId, since: Date): Promise<void> {
  await sql`DELETE FROM ${ownRows('address_book_entries', personId)} AND added_at >= ${since}`.execute(tx);
  await sql`
    UPDATE address_rules SET off_asked_at = NULL, off_at = NULL
     WHERE person_id = ${personId} AND off_asked_at >= ${since}`.execute(tx);
}

/** Of several senders, each with one receiver, those who have a rule on and what it is judged by. Others are absent. */
export async function selectStandings(
  db: DbReader,
  pairs: readonly { readonly personId: PersonId; readonly address: TronAddress }[],
): Promise<ReadonlyMap<PersonId, ReceiverStanding>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<{
    person_id: PersonId;
    listed_only: boolean;
    new_address_wait: boolean;
    listed: boolean;
    payable_from: Date | null;
  }>`
    SELECT p.person_id, r.listed_only, r.new_address_wait, e.id IS NOT NULL AS listed, e.payable_from
    FROM unnest(${pairs.map(({ personId }) => personId)}::uuid[], ${pairs.map(({ address }) => address)}::text[])
      AS p (person_id, address)
    JOIN (
      SELECT person_id, bool_or(rule = 'listed-only') AS listed_only,
             bool_or(rule = 'new-address-wait') AS new_address_wait
        FROM address_rules
       WHERE person_id = ANY(${pairs.map(({ personId }) => personId)}::uuid[]) AND ${ruleIsOn} GROUP BY person_id
    ) AS r ON r.person_id = p.person_id
    LEFT JOIN LATERAL (
      SELECT ${entryColumns} FROM address_book_entries b WHERE b.person_id = p.person_id AND b.address = p.address
    ) AS e ON true`.execute(db);
  return new Map(
    rows.map((row) => [
      row.person_id,
      {
        listedOnly: row.listed_only,
        newAddressWait: row.new_address_wait,
        entry: row.listed ? { payableFrom: row.payable_from } : undefined,
      },
    ]),
  );
}

function fromRow(row: EntryRow): AddressEntry {
  return {
    id: row.id,
    personId: row.person_id,
    address: getAddress(row.address),
    label: row.label,
    addedAt: row.added_at,
    payableFrom: row.payable_from,
  };
}

/** Empties a person's book and forgets their rules, for good. */
export async function deleteBook(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`DELETE FROM ${ownRows('address_book_entries', personId)}`.execute(tx);
  await tx.deleteFrom('address_rules').where('person_id', '=', personId).execute();
}
