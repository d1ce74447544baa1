import type { PersonId, WalletId } from '@tern/base/ids';
import type { NumberedRecord } from '@tern/contracts/record-number';
import type { TransactionSource } from '@tern/contracts/routes/console-transactions';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql, type RawBuilder } from 'kysely';
import type { Party } from './transaction.ts';

/** A row of the list by its id, which is unique within its source. */
export type Found = { readonly source: TransactionSource; readonly id: string };

const foundMax = 500;

/**
 * Runs `work` on one state of the database, its rows read from indexes in their order. Without this, a value that is expected
 * to be rare is read as a whole and sorted, and an address that half of all deposits came from would be too.
 */
export function readInOrder<Result>(db: Database, work: (tx: DbTx) => Promise<Result>): Promise<Result> {
  return transact(
    db,
    async (tx) => {
      await sql`SET LOCAL enable_bitmapscan = off`.execute(tx);
      return work(tx);
    },
    { isolation: 'repeatable read' },
  );
}

/** Everything that one transaction of the chain did here, dust and what is not understood included; at most 500 rows. */
export async function selectByTransaction(db: DbReader, txId: string): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    SELECT 'record' AS source, d.record_id::text AS id FROM deposits d WHERE d.tx_id = ${txId} AND d.record_id IS NOT NULL
    UNION
    SELECT CASE WHEN s.record_id IS NULL THEN 'arrival' ELSE 'record' END, coalesce(s.record_id, d.id)::text
      FROM deposits d LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
     WHERE d.tx_id = ${txId} AND d.record_id IS NULL
    UNION
    SELECT 'record', record_id::text FROM pending_deposits WHERE tx_id = ${txId}
    UNION
    SELECT 'record', w.record_id::text FROM withdrawal_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
     WHERE a.tx_id = ${txId}
    UNION
    SELECT 'record', id::text FROM records WHERE tx_id = ${txId} AND tx_id IS NOT NULL AND status = 'failed'
    UNION
    SELECT 'item', id::text FROM quarantined_inflows WHERE tx_id = ${txId}
    LIMIT ${foundMax}`.execute(db);
  return rows;
}

/** The rows that an id names: of a record, or of the send, swap or deposit behind one. */
export async function selectById(db: DbReader, id: string): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    SELECT 'record' AS source, r.id::text AS id FROM records r WHERE r.id = ${id}::uuid
    UNION
    SELECT 'record', w.record_id::text FROM withdrawals w WHERE w.id = ${id}::uuid
    UNION
    SELECT 'record', s.record_id::text FROM swaps s WHERE s.id = ${id}::uuid
    UNION
    SELECT CASE WHEN coalesce(d.record_id, s.record_id) IS NULL THEN 'arrival' ELSE 'record' END,
           coalesce(d.record_id, s.record_id, d.id)::text
      FROM deposits d LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id WHERE d.id = ${id}::uuid`.execute(db);
  return rows;
}

/** The record of a number that people and operators say; in rare cases two of the same millisecond have the same one. */
export function recordsByNumber({ from, to, tail }: NumberedRecord): RawBuilder<Found> {
  return sql<Found>`
    SELECT 'record' AS source, id::text AS id FROM records
     WHERE id BETWEEN ${from}::uuid AND ${to}::uuid
       AND ('x' || right(id::text, 6))::bit(24)::int & 8388607 = ${tail}
     LIMIT ${foundMax}`;
}

export async function selectPersonByNumber(db: DbReader, publicId: string): Promise<Party | undefined> {
  const { rows } = await sql<{ id: PersonId; publicId: string }>`
    SELECT id, public_id AS "publicId" FROM people WHERE public_id = ${publicId}`.execute(db);
  return rows[0];
}

export async function selectPersonById(db: DbReader, id: string): Promise<Party | undefined> {
  const { rows } = await sql<{ id: PersonId; publicId: string }>`
    SELECT id, public_id AS "publicId" FROM people WHERE id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Whose username it is, or was last: nobody else can take it. */
export async function selectPersonByUsername(db: DbReader, username: string): Promise<Party | undefined> {
  const { rows } = await sql<{ id: PersonId; publicId: string }>`
    SELECT p.id, p.public_id AS "publicId" FROM usernames u JOIN people p ON p.id = u.person_id
     WHERE u.username = ${username}`.execute(db);
  return rows[0];
}

/** Whose phone or e-mail it is, in its one form. */
export async function selectPersonByContact(
  db: DbReader,
  contact: { readonly kind: string; readonly value: string },
): Promise<Party | undefined> {
  const { rows } = await sql<{ id: PersonId; publicId: string }>`
    SELECT p.id, p.public_id AS "publicId" FROM contacts c JOIN people p ON p.id = c.person_id
     WHERE c.kind = ${contact.kind} AND c.value = ${contact.value}`.execute(db);
  return rows[0];
}

/** The addresses of a person's wallets, closed ones included. */
export async function selectAddresses(db: DbReader, personId: PersonId): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT address FROM wallets WHERE person_id = ${personId}`.execute(db);
  return rows.map(({ address }) => address);
}

/** The wallet that an address belongs to. */
export async function selectWalletOf(
  db: DbReader,
  address: string,
): Promise<{ readonly walletId: WalletId; readonly personId: PersonId } | undefined> {
  const { rows } = await sql<{ walletId: WalletId; personId: PersonId }>`
    SELECT id AS "walletId", person_id AS "personId" FROM wallets WHERE address = ${address}`.execute(db);
  return rows[0];
}
