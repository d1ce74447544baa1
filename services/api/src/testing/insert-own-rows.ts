import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** For tests: a saved address of somebody's. */
export async function insertEntry({ kysely }: Database, personId: string, address: string): Promise<{ id: string }> {
  const id = randomUUID();
  await sql`
    INSERT INTO address_book_entries (id, person_id, network, address, label)
    VALUES (${id}, ${personId}, 'tron', ${address}, 'Rent')`.execute(kysely);
  return { id };
}

/** For tests: a price that somebody waits for. */
export async function insertAlert({ kysely }: Database, personId: string): Promise<{ id: string }> {
  const id = randomUUID();
  await sql`
    INSERT INTO price_alerts (id, person_id, asset, unit, direction, target, setting_id)
    VALUES (${id}, ${personId}, 'trx', 'usdt', 'above', 7, ${randomUUID()})`.execute(kysely);
  return { id };
}
