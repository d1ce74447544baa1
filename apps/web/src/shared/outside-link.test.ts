import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

test('W06 no page opens another site but by the link that names it first', () => {
  const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.includes('shared/outside-'));
  const opening = files.flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    // Our own pages, which open beside a form that somebody fills in, and the development inbox on this machine.
    const own = /\b(?:to=\{(?:paths\.|`\$\{paths\.)[^>]*|href="\/(?:api\/terms|dev\/inbox)"\s)target="_blank"/g;
    return text.replaceAll(own, '').includes('_blank') || /window\.open\(|location\.assign\(/.test(text) ? [file] : [];
  });
  expect(opening).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
