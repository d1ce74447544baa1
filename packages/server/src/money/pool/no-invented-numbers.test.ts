import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../../../', import.meta.url).pathname;
const shown = ['apps/web/src', 'packages/ui/src', 'packages/contracts/src', 'packages/server/src', 'services/api/src'];
/** What numbers could be made up with; keys and identifiers come from `node:crypto`. */
const generators = /Math\.random|\bfaker\b|@faker-js|mockData|fakeData/;

test('H15 no number that people see is made up: nothing that runs in front of them generates any', () => {
  const files = shown
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.test\.|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => generators.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
});
