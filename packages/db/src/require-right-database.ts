import { sql } from 'kysely';
import type { Database } from './database.ts';
import { requireDurability } from './require-durability.ts';
import { requireOwnRole } from './require-own-role.ts';
import { requireRightClock } from './require-right-clock.ts';
import { requireSchema, type SchemaCheck } from './require-schema.ts';

export type RightDatabase = {
  /** Why this process cannot work with the database now; empty where it can. Never rejects. */
  readonly findHindrances: () => Promise<readonly string[]>;
};

/**
 * All that a process asks of its database before it serves: the tables it knows, a login that may not change them and, in
 * production, that nothing confirmed is lost and clocks agree. Throws with what to do.
 */
export async function requireRightDatabase(
  db: Database,
  { isProduction, clock }: { readonly isProduction: boolean; readonly clock: { readonly nowMs: () => number } },
): Promise<RightDatabase> {
  const check = await requireSchema(db);
  await requireOwnRole(db);
  if (isProduction) {
    await requireDurability(db);
    await requireRightClock(db, clock);
  }
  let asked: Promise<readonly string[]> | undefined;
  return {
    // However many ask at once, the database is asked once.
    findHindrances: () =>
      (asked ??= look(db, check).finally(() => {
        asked = undefined;
      })),
  };
}

async function look(db: Database, check: SchemaCheck): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(db.kysely);
    const fault = rows[0]?.standby === true ? 'the database is a standby, which takes no writes' : await check();
    return fault === undefined ? [] : [fault];
  } catch {
    return ['the database does not answer'];
  }
}
