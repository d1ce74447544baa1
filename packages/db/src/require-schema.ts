import type { Database } from './database.ts';
import { readApplied } from './read-applied.ts';
import { isSame, readMigrations, type Migration } from './read-migrations.ts';

/** Looks again whether the database is still one that this program can run on; its words name no data. */
export type SchemaCheck = () => Promise<string | undefined>;

const remedy = 'Run "npm run migrate" of this version with the connection of the database\'s owner, then start again.';

/**
 * Throws, with what to do, where the database lacks a migration of this program, or where a later one has taken something away
 * that it needs. A database that was only added to is right: during an upgrade the version before goes on.
 * Resolves with the same look, for later: somebody may migrate the database while the program runs.
 */
export async function requireSchema(db: Pick<Database, 'pool'>, dir?: string): Promise<SchemaCheck> {
  const known = await readMigrations(dir);
  const check: SchemaCheck = () => findFault(db, known);
  const fault = await check();
  if (fault !== undefined) throw new Error(fault);
  return check;
}

async function findFault({ pool }: Pick<Database, 'pool'>, known: readonly Migration[]): Promise<string | undefined> {
  const applied = await readApplied(pool);
  if (applied === undefined) return `The database has no list of migrations, or one from an earlier version. ${remedy}`;
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  const missing = known.filter(({ name }) => !hashes.has(name)).map(({ name }) => name);
  if (missing.length > 0) return `The database lacks ${few(missing)}. ${remedy}`;
  const changed = known.find((migration) => !isSame(migration, hashes.get(migration.name)));
  if (changed !== undefined) return `${changed.name} is another one in the database: it belongs to another program.`;
  const names = new Set(known.map(({ name }) => name));
  const contract = applied.find(({ name, contract: ends }) => ends && !names.has(name));
  if (contract !== undefined)
    return `The database has ${contract.name}, with which this version cannot run any more. Start the version it belongs to.`;
  return undefined;
}

function few(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} more migrations`;
}
