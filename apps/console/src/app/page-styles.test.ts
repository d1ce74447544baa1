import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Goal: a page looks the same whether somebody comes to it from another page or opens it first, because what it needs comes with it.
// Method: the imports of each page are followed; each class that its sources name, and that is some sheet's to style, is one of
// a sheet among them or among those of the frame.

const source = new URL('..', import.meta.url).pathname;
const library = new URL('../../../../packages/ui/src', import.meta.url).pathname;
const listOf = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((name) => join(root, name));

const modules = new Map(
  listOf(source, '**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** The classes that the last part of some selector of a sheet names: those that it styles, and not those it only looks at. */
function styledBy(sheet: string): ReadonlySet<string> {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/));
  const subjects = selectors.map(
    (selector) =>
      selector
        .trim()
        .split(/[\s>+~]+(?![^(]*\))/)
        .at(-1) ?? '',
  );
  return new Set(
    subjects.flatMap((subject) =>
      [...subject.replaceAll(/:(?:has|not)\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  );
}

const own = new Map(listOf(source, '**/*.css').map((path) => [path, styledBy(path)]));
const ofLibrary = listOf(library, '**/*.css').map(styledBy);

/** Whatever a module brings with it; what it loads later does not count. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, target = ''] of (modules.get(path) ?? '').matchAll(
      /^(?:import|export)\s(?:[\w\s{},*]+\sfrom\s)?'(\.[^']+)'/gm,
    ))
      open.push(join(dirname(path), target));
  }
  return reached;
}

/** The names in `className` and in `classNames(…)`. */
function classesIn(path: string): readonly string[] {
  const places = (modules.get(path) ?? '').matchAll(/className=(?:"[^"]*"|\{[^}]*\})|classNames\([^)]*\)/g);
  return [...places].flatMap(([place]) =>
    [...place.matchAll(/["'`]([a-z][\w -]*)["'`]/g)].flatMap(([, names = '']) => names.split(' ')),
  );
}

const frame = reachedFrom(join(source, 'app/main.tsx'));
const pages = [...modules.keys()].filter((path) => /\/features\/.*-page\.tsx$/.test(path));

test.each(pages.map((path) => path.slice(source.length)))('%s brings the styles of what it shows', (name) => {
  const reached = reachedFrom(join(source, name));
  const sheets = [...new Set([...frame, ...reached])].flatMap((path) => own.get(path) ?? []);
  const isThere = (each: string): boolean => [...sheets, ...ofLibrary].some((styled) => styled.has(each));
  const isStyled = (each: string): boolean => [...own.values()].some((styled) => styled.has(each));
  const missing = [...reached].flatMap(classesIn).filter((each) => isStyled(each) && !isThere(each));
  expect([...new Set(missing)]).toEqual([]);
});

test('pages and what they show are found', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(classesIn(join(source, 'features/books/journals-page.tsx'))).toContain('period-form');
  expect(reachedFrom(join(source, 'features/books/journals-page.tsx'))).toContain(
    join(source, 'shared/time-field.css'),
  );
  expect([...frame].filter((path) => path.endsWith('-page.tsx'))).toHaveLength(3);
});
