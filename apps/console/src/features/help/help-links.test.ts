import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anchorOf } from '../../shared/anchor-of.ts';

// Goal: whoever presses *Help* gets a page. Method: the links in the sources against the list of documents and the documents.

const src = new URL('../../', import.meta.url).pathname;
const docs = new URL('../../../../../docs/', import.meta.url).pathname;
const written = readFileSync(`${src}shared/help-documents.ts`, 'utf8');
const documents = [...written.matchAll(/^ {2}'?([a-z-]+)'?: msg/gm)].map(([, name = '']) => name);
const linked = globSync(`${src}**/*.tsx`).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<HelpLink page="([^"]+)"/g)].map(([, name = '']) => name),
);

test('every document of the list exists and a page of the console leads to it', () => {
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.toSorted()).toEqual([...new Set(linked.map((link) => link.split('#')[0]))].toSorted());
  for (const name of documents)
    expect(existsSync(`${docs}operations/${name}.md`) || existsSync(`${docs}${name}.md`), name).toBe(true);
});

test('every page leads to a document about itself', () => {
  const routes = ['router.ts', 'books-routes.ts'].flatMap((file) => {
    const source = readFileSync(globSync(`${src}app/${file}*`)[0] ?? '', 'utf8');
    return [...source.matchAll(/path: '([^']+)'(?:,\s+lazy:.+?import\('([^']+)'\))?/gs)].map(([, path, file]) => ({
      path,
      file,
    }));
  });
  // The doors come before there is a session, and nothing is wrong with an address that is no page but the address.
  expect(routes.filter(({ file }) => file === undefined).map(({ path }) => path)).toEqual(['*', '/sign-in', '/enrol']);
  const pages = routes.flatMap(({ file }) => (file === undefined ? [] : [`${src}app/${file}`]));
  expect(pages.length).toBeGreaterThan(30);
  // Pages of the books stand in a frame with its own link; the documents themselves need none.
  const helped = /<HelpLink page="|<BooksFrame|<BooksHelpLink|<DocumentPage/;
  expect(pages.filter((page) => !helped.test(readFileSync(page, 'utf8')))).toEqual([]);
  expect(readFileSync(`${src}features/books/books-frame.tsx`, 'utf8')).toContain('to="/books/help"');
});

test('a link to a section leads to a heading that the document has, and no two pages lead to the same one', () => {
  const sections = linked.filter((link) => link.includes('#'));
  expect(sections.length).toBeGreaterThan(5);
  expect(new Set(sections).size).toBe(sections.length);
  for (const section of sections) {
    const [name = '', anchor = ''] = section.split('#');
    const headings = [...readFileSync(`${docs}operations/${name}.md`, 'utf8').matchAll(/^## (.+)$/gm)];
    expect(
      headings.map(([, heading = '']) => anchorOf(heading)),
      section,
    ).toContain(anchor);
  }
  // The document of the whole console says too much at once to be the help of one page.
  expect(linked).not.toContain('console');
});
