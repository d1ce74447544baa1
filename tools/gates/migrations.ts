import { join } from 'node:path';
import { readMigrations } from '@tern/db/read-migrations';
import type { Gate } from './gate.ts';
import { migrationExceptions, type Exception } from './migrations/exceptions.ts';
import { findFaults } from './migrations/find-faults.ts';
import { learn, nothingKnown, type KnownObjects } from './migrations/known-objects.ts';
import { readReleases } from './migrations/read-releases.ts';
import { readSql } from './migrations/read-sql.ts';

const folder = 'packages/db/migrations';

/**
 * Migrations that no kept release has can be applied while people use the version before: nobody is locked out for longer than
 * a moment, and nothing is taken away (docs/operations/upgrades.md).
 */
export const migrationsGate: Gate = {
  name: 'migrations',
  run: async (root) => await findMigrationFaults(root, migrationExceptions),
};

export async function findMigrationFaults(root: string, exceptions: readonly Exception[]): Promise<readonly string[]> {
  const releases = readReleases(root);
  const [oldest] = releases;
  if (oldest === undefined) return ['no release is kept in tests/upgrade/releases'];
  const atFirst = new Set(oldest.migrations.map(({ name }) => name));
  /** The last migration of each: what comes after it is applied where that release runs. */
  const ends = new Set(releases.map(({ migrations }) => migrations.at(-1)?.name));
  const earlier = nothingKnown();
  let former = nothingKnown();
  const findings: string[] = [];
  const used = new Set<Exception>();
  for (const migration of await readMigrations(join(root, folder))) {
    const { name } = migration;
    if (!atFirst.has(name)) {
      for (const { rule, object, line, why } of findFaults({ migration, former, earlier })) {
        const exception = exceptions.find((each) => each.file === name && each.rule === rule && each.object === object);
        if (exception === undefined) findings.push(`${folder}/${name}:${line}: ${rule} (${object}): ${why}`);
        else used.add(exception);
      }
    }
    for (const statement of readSql(migration.sql)) learn(earlier, statement);
    if (ends.has(name)) former = copyOf(earlier);
  }
  const idle = exceptions.filter((exception) => !used.has(exception));
  return [
    ...findings,
    ...idle.map(({ file, rule, object }) => `the exception ${file}, ${rule} (${object}) is not needed`),
  ];
}

function copyOf({ objects, checks, nonNullRules, nonNull }: KnownObjects): KnownObjects {
  return {
    objects: new Set(objects),
    checks: new Map(checks),
    nonNullRules: new Map(nonNullRules),
    nonNull: new Set(nonNull),
  };
}
