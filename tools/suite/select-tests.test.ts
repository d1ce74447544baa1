import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChanged, testsOf } from './changed-tests.ts';
import {
  importersOf,
  isUnder,
  keepTests,
  listTests,
  readPaths,
  sourcesAmong,
  type ChosenTests,
} from './select-tests.ts';

const repository = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

// A small repository of the same shape, in which what changes is known.
const files: Readonly<Record<string, string>> = {
  'packages/base/package.json': '{ "exports": { "./far": "./src/far.ts" } }',
  'packages/base/src/far.ts': 'export const far = 1;\n',
  'packages/base/src/far.test.ts': "import './far.ts';\n",
  'packages/money/package.json': '{ "exports": {} }',
  'packages/money/src/near.ts': "export { far } from '@tern/base/far';\n",
  'packages/money/src/near.test.ts': "await import('./near.ts');\n",
  'packages/money/src/alone.test.ts': '// imports nothing\n',
  'packages/money/src/rows.db.test.ts': "import type { far } from './near.ts';\nexport type Far = typeof far;\n",
  'packages/db/migrations/0001_base.sql': 'SELECT 1;\n',
  'tools/documents.test.ts': "export const read = ['GUIDE.md'];\n",
  'tests/flows/pay.flow.test.ts': '// starts processes\n',
  'tests/e2e/pay.e2e.ts': '// opens a browser\n',
  'GUIDE.md': '# Guide\n',
};
let root = '';

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'select-tests-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'All');
});
afterAll(() => rmSync(root, { recursive: true }));

const named = (chosen: readonly ChosenTests[]): Record<string, readonly string[]> =>
  Object.fromEntries(chosen.map(({ tier, files: own }) => [tier.name, own]));

test('every test file of this repository belongs to exactly one tier', () => {
  const all = listTests(repository).flatMap(({ files: own }) => own);
  expect(new Set(all).size).toBe(all.length);
  expect(listTests(repository).map(({ tier, files: own }) => [tier.name, own.length > 10])).toEqual([
    ['unit', true],
    ['database', true],
    ['flow', true],
    ['browser', true],
  ]);
  expect(all).toContain('tools/suite/select-tests.test.ts');
});

test('files and folders choose the tests in them, by tier', () => {
  const { paths, unknown } = readPaths(root, ['packages/money/', join(root, 'tests/flows/pay.flow.test.ts')]);
  expect(unknown).toEqual([]);
  expect(named(keepTests(listTests(root), isUnder(paths)))).toEqual({
    unit: ['packages/money/src/alone.test.ts', 'packages/money/src/near.test.ts'],
    database: ['packages/money/src/rows.db.test.ts'],
    flow: ['tests/flows/pay.flow.test.ts'],
  });
  expect(readPaths(root, ['packages/mony', '../elsewhere'])).toEqual({
    paths: [],
    unknown: ['packages/mony', '../elsewhere'],
  });
});

test('a folder chooses nothing of another whose name begins like its own', () => {
  expect(isUnder(['packages/mon'])('packages/money/src/near.test.ts')).toBe(false);
  expect(isUnder(['.'])('packages/money/src/near.test.ts')).toBe(true);
});

test('a source file that is named stands for the tests that import it', () => {
  const tests = listTests(root);
  const paths = ['packages/money/src/near.ts', 'packages/money/src/alone.test.ts'];
  expect(sourcesAmong(root, paths, tests)).toEqual(['packages/money/src/near.ts']);
  const graph = new Map([['a.test.ts', [{ specifier: './near.ts', file: 'near.ts', resolved: true, lazy: false }]]]);
  expect([...importersOf(graph, ['near.ts'])]).toEqual(['a.test.ts']);
});

test('what has changed chooses the tests that reach it by whatever way round, and no flow or browser test', async () => {
  expect(named(await testsOf(root, ['packages/base/src/far.ts']))).toEqual({
    unit: ['packages/base/src/far.test.ts', 'packages/money/src/near.test.ts'],
    database: ['packages/money/src/rows.db.test.ts'],
  });
  expect(named(await testsOf(root, ['tests/e2e/pay.e2e.ts']))).toEqual({ browser: ['tests/e2e/pay.e2e.ts'] });
});

test('a document chooses the tests that name it, a manifest those of its package, a migration all on a database', async () => {
  expect(named(await testsOf(root, ['GUIDE.md']))).toEqual({ unit: ['tools/documents.test.ts'] });
  expect(named(await testsOf(root, ['packages/base/package.json']))).toEqual({
    unit: ['packages/base/src/far.test.ts'],
  });
  expect(named(await testsOf(root, ['packages/db/migrations/0001_base.sql']))).toEqual({
    database: ['packages/money/src/rows.db.test.ts'],
  });
});

test('git names changed, new and deleted files, and nothing right after a commit', () => {
  expect(listChanged(root)).toEqual([]);
  writeFileSync(join(root, 'packages/base/src/far.ts'), 'export const far = 2;\n');
  writeFileSync(join(root, 'packages/base/src/new one.ts'), 'export {};\n');
  rmSync(join(root, 'packages/money/src/near.ts'));
  expect(listChanged(root).toSorted()).toEqual([
    'packages/base/src/far.ts',
    'packages/base/src/new one.ts',
    'packages/money/src/near.ts',
  ]);
  git('checkout', '--quiet', '.');
  git('clean', '--quiet', '--force');
});

const runSuite = (...args: readonly string[]) => {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  return spawnSync(process.execPath, [join(repository, 'tools/suite/run-suite.ts'), ...args], {
    cwd: repository,
    encoding: 'utf8',
    env,
  });
};

test('npm test with a path runs this file alone, ends with its count and leaves the last whole run as it was', () => {
  const kept = join(repository, 'test-results/unit.json');
  const before = readIfThere(kept);
  const run = runSuite('tools/suite/suite.test.ts');
  expect(run.stdout.trimEnd().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  expect(run.stdout).toMatch(/^✓ unit .* passed, 0 failed in \d+\.\d s$/m);
  expect(run.status).toBe(0);
  expect(readIfThere(kept)).toBe(before);
});

test('npm test refuses what is neither a stage nor a file, a mixture of both, and a part of everything', () => {
  const unknown = runSuite('packages/mony');
  expect(unknown.stdout).toContain('There is neither a stage nor a file called packages/mony.');
  expect(unknown.status).toBe(1);
  const mixed = runSuite('unit', 'packages/money');
  expect(mixed.stdout).toContain('name stages or paths, not both');
  expect(mixed.status).toBe(1);
  const partOfAll = runSuite('--all', 'unit');
  expect(partOfAll.stdout).toContain('--all runs everything: name nothing beside it.');
  expect(partOfAll.status).toBe(1);
});

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
