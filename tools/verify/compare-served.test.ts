import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '@tern/installation/build-web';
import { expect, onTestFinished, test } from 'vitest';
import { copyRepository } from '../gates/repository-copy.ts';
import { compareServed, type ReadServed } from './compare-served.ts';

const root = new URL('../..', import.meta.url).pathname;

function readFrom(folder: string): ReadServed {
  return (path) => Promise.resolve(readFileSync(join(folder, path === '/' ? 'index.html' : path)));
}

test('W11 a build elsewhere, in another zone and another language, is the same to the byte', async () => {
  await buildWeb(root);
  const copy = copyRepository(root);
  onTestFinished(copy.remove);
  const build = spawnSync('npm', ['run', 'build', '--workspace', '@tern/web'], {
    cwd: copy.root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' },
  });
  expect(build.status, build.stderr).toBe(0);
  const { files, found } = await compareServed(join(root, 'apps/web/dist'), readFrom(join(copy.root, 'apps/web/dist')));
  expect(files).toBeGreaterThan(100);
  expect(found).toEqual([]);
  // Up to two whole builds.
}, 600_000);

test('W11 one changed byte and one missing file are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'assets/app.js', 'assets/app.js.br', 'assets/style.css'])
    writeFileSync(join(folder, file), file);
  const { files, found } = await compareServed(folder, (path) => {
    const answers: Readonly<Record<string, string>> = { '/': 'index.html', '/assets/app.js': 'assets/App.js' };
    const text = answers[path];
    return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
  });
  expect(files).toBe(3);
  expect(found).toEqual(['assets/app.js is not what was built', 'assets/style.css is not served']);
});
