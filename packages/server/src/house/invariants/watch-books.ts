import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import type { Breach, InvariantId } from './breach.ts';
import { findBreaches } from './find-breaches.ts';
import { claimInspection, endInspection, releaseInspection, selectAlarms } from './watch-store.ts';

export type WatchBooksDeps = {
  readonly db: Database;
  /** What the rest of the house found at this moment, such as a custody account that the chain contradicts. */
  readonly findOthers: () => Promise<readonly Breach[]>;
  /** Told of each contradiction once, when it is found first. */
  readonly onBreach: (breach: Breach) => void;
  /** Aborts when this worker is to stop: an inspection may take longer than it is waited for, and another worker makes it. */
  readonly stopping?: AbortSignal | undefined;
};

/**
 * Looks at the books when a minute has passed since anybody did: at what changed, and once a day at everything. Stores
 * what it finds; an alarm ends when a full inspection no longer finds it, and while there is one such an inspection comes
 * every ten minutes. Returns the invariants that are broken now.
 */
export async function watchBooks(deps: WatchBooksDeps): Promise<readonly InvariantId[]> {
  const inspection = await claimInspection(deps.db.kysely);
  if (inspection !== undefined) {
    try {
      const reading = readBooks(deps, inspection.since);
      const found = [...(await unlessStopping(reading, deps.stopping)), ...(await deps.findOthers())];
      const news = await transact(deps.db, (tx) => endInspection(tx, inspection, found));
      for (const breach of news) deps.onBreach(breach);
    } catch (error) {
      await releaseInspection(deps.db.kysely, inspection);
      throw error;
    }
  }
  return await selectAlarms(deps.db.kysely);
}

/** Rejects when the worker is to stop; what was asked goes on until its connection ends. */
async function unlessStopping<Found>(asked: Promise<Found>, stopping: AbortSignal | undefined): Promise<Found> {
  if (stopping === undefined) return await asked;
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => stop.reject(new Error('the worker stops'));
  stopping.addEventListener('abort', onAbort);
  if (stopping.aborted) onAbort();
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, stop.promise]);
  } finally {
    stopping.removeEventListener('abort', onAbort);
  }
}

/** Sees one moment and keeps nobody waiting; a full inspection may take minutes. */
function readBooks({ db }: WatchBooksDeps, since: Date | undefined): Promise<readonly Breach[]> {
  return transact(
    db,
    async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      return await findBreaches(tx, since === undefined ? {} : { since });
    },
    { isolation: 'repeatable read' },
  );
}
