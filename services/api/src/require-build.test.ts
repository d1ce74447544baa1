import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild } from './require-build.ts';

test('pages that were never built stop a start in production, and are a line of the log elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  const said: string[] = [];
  const log = { warn: (line: unknown) => void said.push(String(line)) };
  const look = (isProduction: boolean): void => requireBuild(folder, { name: 'wallet', isProduction, log });
  expect(() => look(true)).toThrow('The wallet has not been built: run "npm run build"');
  look(false);
  expect(said).toEqual([expect.stringContaining('npm run build')]);
  writeFileSync(join(folder, 'index.html'), '<title>Wallet</title>');
  look(true);
  look(false);
  expect(said).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
