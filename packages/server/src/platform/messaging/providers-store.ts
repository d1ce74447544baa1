import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { ProviderSlot } from './provider-slot.ts';

/** Failures in a row after which a provider is left alone. */
const failuresMax = 3;
const downFirstSeconds = 30;
const downMaxSeconds = 600;
/** Longer than a provider is waited for: while one message asks whether it is well again, the others keep away. */
const askingSeconds = 60;

/**
 * The providers to keep away from now. One whose rest is over is not among them for whoever asks first: that message finds out
 * whether it is well again, and nobody else's waits for it.
 */
export async function listDown(db: DbReader, slots: readonly ProviderSlot[]): Promise<ReadonlySet<ProviderSlot>> {
  const { rows } = await sql<{ slot: ProviderSlot }>`
    WITH asking AS (
      UPDATE message_providers SET down_until = clock_timestamp() + make_interval(secs => ${askingSeconds})
      WHERE slot = ANY(${slots}::text[]) AND down_until <= clock_timestamp() RETURNING slot)
    SELECT slot FROM message_providers
     WHERE slot = ANY(${slots}::text[]) AND down_until IS NOT NULL AND slot NOT IN (SELECT slot FROM asking)`.execute(
    db,
  );
  return new Set(rows.map(({ slot }) => slot));
}

/** The provider answered: it is well. */
export async function noteWell(db: DbReader, slot: ProviderSlot): Promise<void> {
  await sql`
    UPDATE message_providers SET failures = 0, down_until = NULL
    WHERE slot = ${slot} AND (failures > 0 OR down_until IS NOT NULL)`.execute(db);
}

/** The provider did not answer, or did not take a message. From the third time in a row it rests, twice as long each time. */
export async function noteFailure(db: DbReader, slot: ProviderSlot): Promise<void> {
  await sql`
    INSERT INTO message_providers AS p (slot, failures) VALUES (${slot}, 1)
    ON CONFLICT ON CONSTRAINT message_providers_pkey DO UPDATE SET
      failures = least(p.failures + 1, 1000),
      down_until = CASE WHEN p.failures + 1 >= ${failuresMax} THEN clock_timestamp() + make_interval(secs =>
        least(${downMaxSeconds}::float8, ${downFirstSeconds}::float8 * 2 ^ least(p.failures + 1 - ${failuresMax}, 10))) END`.execute(
    db,
  );
}
