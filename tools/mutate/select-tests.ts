import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutant.ts';
import type { Measured } from './time-tests.ts';

/** They compare texts and would notice a mutant whatever it does. */
const comparingTexts = new Set(['packages/ledger/src/sql-files.db.test.ts']);

/** So many folders at most whose sources name a table, function or view. */
const foldersMax = 3;

/**
 * The database tests that touch a mutant: those of the ledger for what is in its schema, with those of folders that call a
 * function of it by name; those of the folder of a statement; and for everything else those of the folders whose sources name
 * it most often.
 */
export function testSelector(root: string): (mutant: Mutant) => readonly string[] {
  const tests = globSync('packages/{server,ledger,db}/src/**/*.db.test.ts', { cwd: root })
    .filter((file) => !comparingTexts.has(file))
    .toSorted();
  const sources = globSync('packages/{server,db}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ folder: dirname(file), text: readFileSync(join(root, file), 'utf8') }));
  const within = (folder: string): readonly string[] => tests.filter((file) => file.startsWith(`${folder}/`));
  /** The folder, or the next one around it that has tests. */
  const around = (folder: string): readonly string[] => {
    const found = within(folder);
    return found.length > 0 || folder === '.' ? found : around(dirname(folder));
  };
  const naming = (names: readonly string[]): readonly string[] => {
    const word = new RegExp(String.raw`\b(?:${names.join('|')})\b`, 'g');
    const counts = new Map<string, number>();
    for (const { folder, text } of sources) {
      const count = text.match(word)?.length ?? 0;
      if (count > 0) counts.set(folder, (counts.get(folder) ?? 0) + count);
    }
    const folders = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, foldersMax);
    return [...new Set(folders.flatMap(([folder]) => around(folder)))];
  };
  return ({ file, names }) => {
    const [own] = names;
    if (file.startsWith('packages/ledger/sql/') && own !== undefined)
      return [...new Set([...within('packages/ledger/src'), ...naming([`ledger.${own}`])])];
    if (file === 'schema:ledger') return within('packages/ledger/src');
    if (!file.startsWith('schema:')) return around(dirname(file));
    return naming(names);
  };
}

/** Those of `files` that call the function that a mutant is of; all where nobody counted its calls. */
export function callersOf(
  { symbol }: Mutant,
  files: readonly string[],
  measured: ReadonlyMap<string, Measured>,
): readonly string[] {
  const calling = files.filter((file) => measured.get(file)?.calls.includes(symbol) === true);
  return calling.length === 0 ? files : calling;
}
