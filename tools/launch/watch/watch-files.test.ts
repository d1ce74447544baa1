import { chmodSync, linkSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampOf } from './stamp-of.ts';
import { watchFiles, type WatchedFiles } from './watch-files.ts';

let dir: string;
let files: WatchedFiles;
const at = (name: string): string => join(dir, name);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'watch-files-'));
  for (const name of ['one', 'two', 'beside']) writeFileSync(at(name), name);
  files = watchFiles();
  files.add(['one', 'two', 'absent'].map((name) => [at(name), stampOf(at(name))]));
});
afterEach(() => {
  files.close();
  rmSync(dir, { recursive: true });
});

test('several changes at once are told once, in place, exchanged, removed or new', async () => {
  const changed = files.changed();
  writeFileSync(at('one'), 'one more');
  writeFileSync(at('fresh'), 'two more');
  renameSync(at('fresh'), at('two'));
  writeFileSync(at('absent'), 'there');
  expect(new Set(await changed)).toEqual(new Set([at('one'), at('two'), at('absent')]));
  const removed = files.changed();
  rmSync(at('two'));
  expect(await removed).toEqual([at('two')]);
});

test('other rights, a further name and files that nobody asked for are no change', async () => {
  const changed = files.changed();
  chmodSync(at('one'), 0o600);
  linkSync(at('one'), at('other-name'));
  writeFileSync(at('beside'), 'changed');
  // The system tells of them in their order, so this comes last.
  writeFileSync(at('two'), 'two more');
  expect(await changed).toEqual([at('two')]);
});

test('a file that changed between its reading and being watched is told of', async () => {
  const before = stampOf(at('beside'));
  writeFileSync(at('beside'), 'changed');
  const changed = files.changed();
  files.add([[at('beside'), before]]);
  expect(await changed).toEqual([at('beside')]);
});
