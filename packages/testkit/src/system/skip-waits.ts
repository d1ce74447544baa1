import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** What only time does otherwise: payments and treasury orders that wait for their next try are due at once. */
export async function skipWaits({ kysely }: Database): Promise<void> {
  await sql`UPDATE withdrawals SET due_at = clock_timestamp() WHERE due_at > clock_timestamp() AND lease IS NULL`.execute(
    kysely,
  );
  await sql`UPDATE treasury_orders SET due_at = clock_timestamp()
             WHERE due_at > clock_timestamp() AND waiting_for IS NOT NULL AND ended_at IS NULL AND lease IS NULL`.execute(
    kysely,
  );
}
