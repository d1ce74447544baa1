import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCryptography } from './find-cryptography.ts';

// Goal: nobody adds an algorithm that the inventory does not know. Method: the calls in the sources against the page's table.
const root = fileURLToPath(new URL('../../', import.meta.url));

test('the page of cryptography names every algorithm that the sources use, and no other', () => {
  const page = readFileSync(`${root}docs/security/cryptography.md`, 'utf8');
  const [table = ''] = page.split('## Algorithms')[1]?.split('\n## ') ?? [];
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const used = findCryptography(root);
  expect(used.size).toBeGreaterThan(10);
  expect(named.toSorted()).toEqual([...used].toSorted());
});
