import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitStatements } from './split-statements.ts';

/**
 * How a migration is applied. `transaction`: all of it or nothing. `statements`: each by itself, because it takes long and
 * locks nobody out, such as an index that is built concurrently. `batches`: its one statement again and again until it changes
 * nothing, each time for few rows. The last two can be cut off at any point and go on with the next try.
 */
export type Way = 'transaction' | 'statements' | 'batches';

/**
 * `sql` and its hash are what is applied: with every file that a `\ir` line names put in its place. `contract`: it takes
 * something away that the version before needs, which therefore must not run any more. A line `-- contract: why` says so,
 * as `-- outside a transaction: why` and `-- in batches: why` name the other ways. `earlier`: hashes under which databases
 * of developers got it before it was released, from lines `-- earlier form: hash`.
 */
export type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  readonly contract: boolean;
  readonly way: Way;
  readonly earlier: readonly string[];
};

const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

const contractLine = /^-- contract: \S/m;
const statementsLine = /^-- outside a transaction: \S/m;
const batchesLine = /^-- in batches: \S/m;
const earlierLine = /^-- earlier form: ([0-9a-f]{64})$/gm;

// As in psql: the path is relative to the file the line stands in.
const includeLine = /^\\ir (\S+)$/gm;

/** The migration files in order. Throws on a file name that does not fit `NNNN_name.sql` or a number used twice. */
export async function readMigrations(dir: string = ownMigrations): Promise<readonly Migration[]> {
  const names = (await readdir(dir)).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined || numbers.has(number))
      throw new Error(`Not a migration, or its number is taken: ${name}`);
    numbers.add(number);
  }
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readWithIncludes(join(dir, name));
      return {
        name,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
        contract: contractLine.test(sql),
        way: wayOf(name, sql),
        earlier: [...sql.matchAll(earlierLine)].map(([, hash = '']) => hash),
      };
    }),
  );
}

/** Whether this is the migration that a database got under this hash. */
export function isSame({ sha256, earlier }: Migration, applied: string | undefined): boolean {
  return applied !== undefined && (applied === sha256 || earlier.includes(applied));
}

function wayOf(name: string, sql: string): Way {
  if (statementsLine.test(sql)) return 'statements';
  if (!batchesLine.test(sql)) return 'transaction';
  if (splitStatements(sql).length !== 1) throw new Error(`${name}: what runs in batches is one statement`);
  return 'batches';
}

/** The files that a migration names with `\ir`, by their paths as written. */
export function includesOf(text: string): readonly string[] {
  return [...text.matchAll(includeLine)].map(([, path = '']) => path);
}

async function readWithIncludes(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const included = new Map(
    await Promise.all(
      includesOf(text).map(async (name) => [name, await readFile(join(dirname(path), name), 'utf8')] as const),
    ),
  );
  return text.replaceAll(includeLine, (_, name: string) => (included.get(name) ?? '').trimEnd());
}
