import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInstalled } from './bootstrap.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-other-platform': { version: '1.0.0', optional: true },
    'packages/own': {},
  },
};

test.each([
  ['nothing is installed', undefined, false],
  [
    'everything is there, but what is for other platforms',
    { 'node_modules/a': { version: '1.0.0' }, 'packages/own': {} },
    true,
  ],
  ['a package has another version', { 'node_modules/a': { version: '1.0.1' }, 'packages/own': {} }, false],
  ['a package is missing', { 'packages/own': {} }, false],
  [
    'a package is there that the lock does not know',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' }, 'packages/own': {} },
    true,
  ],
])('installed or not: %s', (_, packages, expected) => {
  expect(isInstalled(lock, packages === undefined ? undefined : { packages })).toBe(expected);
});

test('this folder, which runs these tests, counts as installed', () => {
  const read = (file: string): Parameters<typeof isInstalled>[0] =>
    JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as Parameters<typeof isInstalled>[0];
  expect(isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))).toBe(true);
});
