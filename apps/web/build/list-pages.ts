import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths, type PagePath } from '../src/shared/paths.ts';

/** A page as its route describes it. */
export type BuiltPage = {
  readonly path: PagePath;
  /** The end of the path of its source file. */
  readonly module: string;
  /** The parts of the texts that it waits for, beside those of every page. */
  readonly parts: readonly string[];
  /** Whether it opens with a session only. */
  readonly isInside: boolean;
};

const sources = fileURLToPath(new URL('../src', import.meta.url));
/** What opens at every address that is no page's. */
const notFound = 'features/entry/not-found/open-route.ts';

/**
 * All pages, read from the text of their routes: a route leads to sources that only a browser runs. A second address of a page
 * is a page of its own here.
 * @throws Error for a route that says its path or its file in another way
 */
export function listPages(): readonly BuiltPage[] {
  return globSync('features/*/*/{open,inside}-route.ts', { cwd: sources })
    .filter((file) => file !== notFound)
    .toSorted()
    .flatMap(readPage);
}

function readPage(file: string): readonly BuiltPage[] {
  const text = readFileSync(join(sources, file), 'utf8');
  const [, street = ''] = /^features\/([^/]+)/.exec(file) ?? [];
  const [, page] = /^\s*page: \(\) => import\('([^']+)'\)/m.exec(text) ?? [];
  const names = [...text.matchAll(/^\s*(?:path|alias): paths\.(\w+),/gm)].map(([, name]) => name);
  const found = names.map((name) => Object.entries(paths).find(([own]) => own === name)?.[1]);
  if (page === undefined || found.length === 0) throw new Error(`${file} does not say its path and page as others do`);
  const parts = [street, ...(text.includes('withInsideTexts: true') ? ['inside'] : [])];
  const module = `/${join(dirname(file), page)}`;
  return found.map((path) => {
    if (path === undefined) throw new Error(`${file} names a path that is not there`);
    return { path, module, parts, isInside: file.endsWith('/inside-route.ts') };
  });
}
