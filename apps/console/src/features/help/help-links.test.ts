import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Goal: whoever presses *Help* gets a page. Method: the links in the sources against the list of documents and the documents.

const src = new URL('../../', import.meta.url).pathname;
const docs = new URL('../../../../../docs/', import.meta.url).pathname;
const written = /new Set\(\[([\s\S]*?)\]\);/.exec(readFileSync(`${src}features/help/help-page.tsx`, 'utf8'))?.[1] ?? '';
const documents = [...written.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
const linked = globSync(`${src}**/*.tsx`).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<HelpLink page="([^"]+)"/g)].map(([, name = '']) => name),
);

test('every document of the list exists and a page of the console leads to it', () => {
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.toSorted()).toEqual([...new Set(linked)].toSorted());
  for (const name of documents)
    expect(existsSync(`${docs}operations/${name}.md`) || existsSync(`${docs}${name}.md`), name).toBe(true);
});
