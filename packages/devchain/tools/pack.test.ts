import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packDevchain } from './pack.ts';

// Goal: what npm would publish runs in an empty folder. Method: the tarball is unpacked where npm would install it, beside the
// packages it names as dependencies and nothing else of the repository's.

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
let project: string;
let unpacked: string;

type Manifest = { readonly dependencies: Readonly<Record<string, string>>; readonly license: string };
const readManifest = () => JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'devchain-pack-'));
  unpacked = join(project, 'node_modules/tern-devchain');
  mkdirSync(unpacked, { recursive: true });
  const tarball = await packDevchain(project);
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  // The tools of types are not needed to run it.
  for (const name of Object.keys(readManifest().dependencies).filter((each) => !each.startsWith('@types/'))) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(modules, name), join(project, 'node_modules', name));
  }
});
afterAll(() => rmSync(project, { recursive: true }));

test('it has its licence, its page and types, and names no private package', () => {
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'lib/tron.proto', 'types/start-devchain.d.ts']),
  );
  expect(readManifest().license).toBe('MIT');
  const code = files.filter((file) => /\.(?:js|mjs|d\.ts|json)$/.test(file));
  expect(code.length).toBeGreaterThan(50);
  expect(code.filter((file) => readFileSync(join(unpacked, file), 'utf8').includes('@tern/'))).toEqual([]);
});

test('its command starts a chain, and its function another one', async () => {
  const started = spawn(process.execPath, [join(unpacked, 'bin/tern-devchain.mjs'), '--port', '0', '--manual'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
    const [url = ''] = /http:\S+/.exec(line) ?? [];
    const block = await fetch(`${url}/wallet/getnowblock`);
    expect(await block.json()).toMatchObject({ blockID: expect.stringMatching(/^[0-9a-f]{64}$/) });
  } finally {
    started.kill();
    await once(started, 'exit');
  }
  const script = join(project, 'use-it.mjs');
  writeFileSync(
    script,
    `import { startDevchain } from 'tern-devchain';
     const chain = await startDevchain({ port: 0, seed: 'packed', mining: { mode: 'manual' } });
     await chain.admin.mine(21);
     console.log(chain.info().height);
     await chain.close();`,
  );
  expect(execFileSync(process.execPath, [script], { cwd: project, encoding: 'utf8' }).trim()).toMatch(/^2\d$/);
});
