import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Opens a stream of a person and tells every process which of theirs end for it: the oldest beyond `streamsMax`, of all
 * processes together. `holder`: the name of the connection this process listens on.
 */
export async function openStream(
  db: DbReader,
  stream: { readonly id: string; readonly personId: PersonId; readonly holder: string; readonly streamsMax: number },
): Promise<void> {
  await sql`
    SELECT pg_notify('live-end', id::text) FROM unnest(
      open_live_stream(${stream.id}::uuid, ${stream.personId}::uuid, ${stream.holder}, ${stream.streamsMax})) AS id`.execute(
    db,
  );
}

export async function closeStream(db: DbReader, id: string): Promise<void> {
  await db.deleteFrom('live_streams').where('id', '=', id).execute();
}

/** The process of these streams listens on the connection `to` now. Returns those that nobody has ended meanwhile. */
export async function moveStreams(
  db: DbReader,
  { ids, to }: { readonly ids: readonly string[]; readonly to: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable('live_streams')
    .set({ holder: to })
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Forgets the streams of processes that are gone: of people who may never come again. They are announced all the same,
 * for a process that connects again at this moment.
 */
export async function forgetGoneStreams(db: DbReader): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM live_streams s
      WHERE NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder)
      RETURNING s.id
    )
    SELECT pg_notify('live-end', id::text) FROM gone`.execute(db);
}

/** All streams of a process that ends. */
export async function closeStreamsOf(db: DbReader, holder: string): Promise<void> {
  await db.deleteFrom('live_streams').where('holder', '=', holder).execute();
}
