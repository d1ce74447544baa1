import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPicture, placePicture } from './architecture/draw-picture.ts';
import { allowedImports, boundaryRules, streets } from './gates/boundary-rules.ts';
import { listFiles } from './gates/gate.ts';
import { readModuleGraph, type ModuleGraph } from './gates/module-graph.ts';

const root = new URL('..', import.meta.url).pathname;

const read = (...patterns: readonly string[]): string =>
  listFiles(root, patterns)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const sources = read(
  '{apps,packages,services,tests,tools}/**/*.test.ts',
  'packages/server/src/*/*/testing/*.spec.ts',
  'tests/e2e/*.e2e.ts',
);

/** Every address of the wallet's pages. */
const pages = [...read('apps/web/src/shared/paths.ts').matchAll(/^ {2}\w+: '(\/[^']*)',$/gm)].map(
  ([, path = '']) => path,
);

/** What the screens of the wallet say about their pages. */
const routes = listFiles(root, ['apps/web/src/features/*/*/{inside,open}-route.ts']);

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

test('the picture in ARCHITECTURE.md is drawn from the rules as they are (npm run picture)', () => {
  const document = read('ARCHITECTURE.md');
  expect(placePicture(document, drawPicture(allowedImports, streets))).toBe(document);
});

test('the picture leaves out what follows, and keeps what does not', () => {
  const picture = drawPicture(
    { 'services/one': ['packages/two', 'packages/three'], 'packages/two': ['packages/three'], 'packages/three': [] },
    [],
  );
  expect(picture).toContain('services_one --> packages_two');
  expect(picture).toContain('packages_two --> packages_three');
  expect(picture).not.toContain('services_one --> packages_three');
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

test('the streets and screens of the web app are those of the table in ARCHITECTURE.md, and every street has texts', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` \| (`[a-z`, -]+`) \| [^|]+ \|$/gm)];
  const told = rows.flatMap(([, street = '', screens = '']) =>
    screens.split(', ').map((screen) => `${street}/${screen.replaceAll('`', '')}`),
  );
  const found = routes.map((file) => file.split('/').slice(4, 6).join('/'));
  expect(told.toSorted()).toEqual(found.toSorted());
  const texts = rows.map(([, street = '']) => `apps/web/src/locales/en/${street}.po`);
  expect(listFiles(root, ['apps/web/src/locales/en/*.po'])).toEqual(expect.arrayContaining(texts));
});

test('every address of the wallet is that of one screen', () => {
  const named = [...read(...routes).matchAll(/^ {2}(?:path|alias): paths\.(\w+),$/gm)].map(([, name = '']) => name);
  const addresses = [...read('apps/web/src/shared/paths.ts').matchAll(/^ {2}(\w+): '\/[^']*',$/gm)];
  expect(named.toSorted()).toEqual(addresses.map(([, name = '']) => name).toSorted());
});

test('another screen leads to every page of the wallet', () => {
  // The one is a second address of the login, and mails lead to the other.
  const apart = ['loginAlias', 'stopChange'];
  const files = listFiles(root, ['apps/web/src/**/*.{ts,tsx}'])
    .filter((file) => !/\.test\.tsx?$|\/(?:paths|list-of)\.ts$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  const unreached = routes.flatMap((route) => {
    const folder = `${dirname(route)}/`;
    const others = files.filter(({ file }) => !file.startsWith(folder)).map(({ text }) => text);
    const names = [...read(route).matchAll(/^ {2}(?:path|alias): paths\.(\w+),$/gm)].map(([, name = '']) => name);
    // The way back from a page is no way to it.
    return names.filter((name) => !others.some((text) => new RegExp(`(?<!fallback=\\{)paths\\.${name}\\b`).test(text)));
  });
  expect(unreached.toSorted()).toEqual(apart);
});

test('every page of the wallet waits for the texts of all that comes with it', async () => {
  const files = listFiles(root, ['apps/web/src/**/*.{ts,tsx}']);
  const graph = await readModuleGraph(root, files);
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const speaking = new Set(files.filter((file) => /@lingui\/\w+\/macro/.test(texts.get(file) ?? '')));
  const reached = routes.map((file) => {
    const isInside = file.endsWith('/inside-route.ts') || texts.get(file)?.includes('withInsideTexts: true') === true;
    const loaded = ['entry', file.split('/')[4], ...(isInside ? ['inside'] : [])];
    const page = (graph.get(file) ?? []).find(({ lazy }) => lazy)?.file ?? '';
    expect(speaking, file).toContain(page);
    return [...comeWith(page, graph)]
      .filter((each) => speaking.has(each) && !partsOf(each).some((part) => loaded.includes(part)))
      .map((each) => [file, each]);
  });
  expect(reached.flat()).toEqual([]);
});

/** A file of the app with all it imports, but for what it fetches later. */
function comeWith(file: string, graph: ModuleGraph, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !graph.has(file)) return found;
  found.add(file);
  for (const { file: next, lazy } of graph.get(file) ?? []) if (!lazy) comeWith(next ?? '', graph, found);
  return found;
}

/** The parts a file's texts are in, as apps/web/lingui.config.ts has it. */
function partsOf(file: string): readonly string[] {
  return /^apps\/web\/src\/\w+\/([^/]+)\//.exec(file)?.[1]?.split('+') ?? ['entry'];
}

test('every page of the wallet stands in the trace, and every test the trace names exists', () => {
  const trace = read('docs/trace.md');
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => !trace.includes(`\`${path}\``))).toEqual([]);
  const quoted = [...trace.matchAll(/^\| .*\|$/gm)].flatMap(([row]) => [...row.matchAll(/`([^`]*)`/g)]);
  const named = quoted.map(([, name = '']) => name).filter((name) => name.includes(' '));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

test('every page of the wallet is in the list that browser tests go through for titles, logins and languages', () => {
  const routes = read('tests/e2e/support/routes.ts');
  // The first only leads on, and the others need a site that asks: connections.e2e.ts.
  const apart = ['/pages/common/launch', '/pages/my/connect', '/pages/my/connected-sites', '/pages/my/site-request'];
  const listed = pages.filter((path) => !apart.includes(path));
  expect(listed.filter((path) => !new RegExp(`path: ['\`]${path}(?![\\w/-])`).test(routes))).toEqual([]);
});

test('every page of the wallet is one of the scenes that are looked at', () => {
  const scenes = read('tests/e2e/scenes/*.ts', 'tests/e2e/pages/*.ts');
  // The same page under its other address.
  const looked = pages.filter((path) => path !== '/pages/login/index');
  expect(looked.filter((path) => !new RegExp(`${path}(?![\\w/-])`).test(scenes))).toEqual([]);
});

test('an invariant has the same text in docs/invariants.md as among the threats', () => {
  const rowsOf = (file: string) =>
    new Map([...read(file).matchAll(/^\| (I\d\d) \| (.+) \|$/gm)].map(([, id, text]) => [id, text]));
  const listed = rowsOf('docs/security/threats.md');
  const described = [...rowsOf('docs/invariants.md')];
  expect(described.length).toBeGreaterThan(20);
  expect(described.filter(([id, text]) => listed.get(id) !== text)).toEqual([]);
});

test('another page leads to every page of the documents', () => {
  const pages = listFiles(root, ['*.md', '{docs,packages,tests}/**/*.md']);
  const linked = new Set(
    pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
        .map(([, to = '']) => join(dirname(page), to))
        .filter((to) => to !== page),
    ),
  );
  // Decisions are found by their numbers, and sites show the entry page of a repository and its licence by themselves.
  const apart = /^docs\/decisions\/\d|^README\.md$/;
  const isLinked = (page: string): boolean => linked.has(page) || linked.has(page.replace(/\/README\.md$/, ''));
  expect(pages.filter((page) => !apart.test(page) && !isLinked(page))).toEqual([]);
});
