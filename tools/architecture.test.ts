import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundaryRules } from './gates/boundary-rules.ts';
import { listFiles } from './gates/gate.ts';

const root = new URL('..', import.meta.url).pathname;

const read = (...patterns: readonly string[]): string =>
  listFiles(root, patterns)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const sources = read('{apps,packages,services,tests,tools}/**/*.test.ts', 'tests/e2e/*.e2e.ts');

/** Every address of the wallet's pages. */
const pages = [...read('apps/web/src/shared/paths.ts').matchAll(/^ {2}\w+: '(\/[^']*)',$/gm)].map(
  ([, path = '']) => path,
);

test('every test that the table of faults names exists', () => {
  const rows = readFileSync(join(root, 'docs/security/faults.md'), 'utf8').matchAll(/^\| .*\|$/gm);
  const named = [...rows].flatMap(([row]) => [...row.matchAll(/`([^`]+ [^`]+)`/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

test('every test that ARCHITECTURE.md names as holding an invariant exists', () => {
  const rows = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| \d+ \|.*\| `([^`]+)` \|$/gm);
  const named = [...rows].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

test('every package of the table in ARCHITECTURE.md may import what its rule says, and none is missing', () => {
  const may = (folder: string, allowed: string): string => `${folder}: ${allowed.split(', ').toSorted().join(', ')}`;
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| (`(?:packages|services|apps)\/.+) \| (.+) \|$/gm)];
  const told = rows.flatMap(([, folders = '', allowed = '']) =>
    folders.split(', ').map((folder) => may(folder.replaceAll('`', ''), allowed.replaceAll('`', ''))),
  );
  const ruled = boundaryRules.flatMap(({ reason }) => {
    const [, folder, allowed] = /^(\S+) may import (.+?)(?: of ours)?: /.exec(reason) ?? [];
    return folder === undefined || allowed === undefined ? [] : [may(folder, allowed)];
  });
  expect(told.toSorted()).toEqual(ruled.toSorted());
});

test('the streets and slices of the server package are those of the table in ARCHITECTURE.md', () => {
  const rows = read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` \| (`[a-z`, -]+`) \|$/gm);
  const told = [...rows].flatMap(([, street = '', slices = '']) =>
    slices.split(', ').map((slice) => `${street}/${slice.replaceAll('`', '')}`),
  );
  const files = listFiles(root, ['packages/server/src/*/*/**/*.ts']);
  const found = new Set(files.map((file) => file.split('/').slice(3, 5).join('/')));
  expect(told.toSorted()).toEqual([...found].toSorted());
});

test('every page of the wallet stands in the trace, and every test the trace names exists', () => {
  const trace = read('docs/trace.md');
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => !trace.includes(`\`${path}\``))).toEqual([]);
  const quoted = [...trace.matchAll(/^\| .*\|$/gm)].flatMap(([row]) => [...row.matchAll(/`([^`]*)`/g)]);
  const named = quoted.map(([, name = '']) => name).filter((name) => name.includes(' '));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

test('every page of the wallet is one of the scenes that are looked at', () => {
  const scenes = read('tests/e2e/scenes/*.ts', 'tests/e2e/pages/*.ts');
  // The same page under its other address.
  const looked = pages.filter((path) => path !== '/pages/login/index');
  expect(looked.filter((path) => !new RegExp(`${path}(?![\\w/-])`).test(scenes))).toEqual([]);
});
