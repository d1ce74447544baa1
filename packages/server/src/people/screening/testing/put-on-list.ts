import { randomUUID } from 'node:crypto';
import type { RefusalReason } from '@tern/contracts/refused-addresses';
import { transact } from '@tern/db/transact';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';

/** Puts an address on a list as a restored copy would have it: past the two operators whom the database asks for. */
export async function putOnList(
  { db }: Pick<TestDatabase, 'db'>,
  listed: { readonly address: string; readonly list?: string; readonly reason?: RefusalReason },
): Promise<void> {
  const { address, list = 'Test list', reason = 'legal-order' } = listed;
  await transact(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO refused_addresses (list, address, source, as_of, reason, added_by)
      VALUES (${list}, ${address}, 'https://lists.example.org', '2026-11-01', ${reason}, ${randomUUID()})`.execute(tx);
  });
}
