import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `sql` and its hash are what is applied: with every file that a `\ir` line names put in its place. `contract`: it takes
 * something away that the version before needs, which therefore must not run any more. A line `-- contract: why` says so.
 */
export type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  readonly contract: boolean;
};

const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

const contractLine = /^-- contract: \S/m;

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
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), contract: contractLine.test(sql) };
    }),
  );
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
