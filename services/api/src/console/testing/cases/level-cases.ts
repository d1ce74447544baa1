import { canonicalJson } from '@tern/server/platform/idempotency/public';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { proposedByAdministrator, type Case } from './case.ts';

/** Levels of identity checks: their limits, and which one somebody has; and that everybody has to log in again. */
export const levelCases: Readonly<Record<string, Case>> = {
  'changes.propose level-limits': {
    by: 'administrator',
    make: async ({ database }) => {
      const content = { kind: 'level-limits', after: await lastVersion(database), limits: ['2000', null] };
      return proposedByAdministrator(content, {
        about: [{ as: 'terms', name: 'limits of the levels of identity checks' }],
        details: [{ name: 'change', text: canonicalJson(content) }],
      });
    },
  },
  'changes.propose sign-out-everybody': {
    by: 'administrator',
    make: () => {
      const content = { kind: 'sign-out-everybody' };
      return Promise.resolve(
        proposedByAdministrator(content, {
          about: [{ as: 'person', name: 'everybody' }],
          details: [{ name: 'change', text: canonicalJson(content) }],
        }),
      );
    },
  },
  'changes.propose person-level': {
    by: 'administrator',
    make: async ({ database, world }) => {
      const { publicId: person } = await world.person();
      await bringLevels(database);
      const content = { kind: 'person-level', person, level: 1, reference: 'Video check 4711', until: null };
      return proposedByAdministrator(content, {
        about: [{ as: 'person', name: person }],
        details: [{ name: 'change', text: canonicalJson(content) }],
      });
    },
  },
};

async function lastVersion({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(version), 0) AS last FROM level_limits`.execute(db.kysely);
  return rows[0]?.last ?? 0;
}

/** Limits past the operators, whom other cases are about. */
async function bringLevels(database: TestDatabase): Promise<void> {
  const version = (await lastVersion(database)) + 1;
  await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO level_limits (version, limits, effective_at, change_id)
      VALUES (${version}, '{1000000000, 9000000000}', clock_timestamp(), gen_random_uuid())`.execute(tx);
  });
}
