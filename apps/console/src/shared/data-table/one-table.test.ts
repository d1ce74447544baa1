import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

// Goal: lists of the console are the one table, which sorts, keeps its names in sight and is read on a phone. Method: every other
// table in the sources is named here, with why it is not a list.
const features = new URL('../../features', import.meta.url).pathname;
const others: Readonly<Record<string, string>> = {
  'activities/activity-form.tsx': '',
};

test('every list is the one table', () => {
  const plain = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.tsx') && /<table\b|<TablePanel\b/.test(readFileSync(join(features, file), 'utf8')),
    )
    .map((file) => relative('.', file));
  expect(plain.toSorted()).toEqual(Object.keys(others).toSorted());
});
