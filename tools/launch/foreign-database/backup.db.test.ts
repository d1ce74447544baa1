import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: where the database is one of others, the commands say what to do and copy what is ours. Method: the real commands
// against the server of the tests, which keeps no copies of its log.
let database: TestDatabase;
let [data, copy] = ['', ''];
beforeAll(async () => {
  database = await createTestDatabase();
  [data, copy] = [mkdtempSync(join(tmpdir(), 'data-')), mkdtempSync(join(tmpdir(), 'copy-'))];
  mkdirSync(join(data, 'pictures'));
  writeFileSync(join(data, 'pictures', 'one.webp'), 'one');
});
afterAll(async () => {
  for (const folder of [data, copy]) rmSync(folder, { recursive: true });
  await database.drop();
});

function run(
  command: 'backup' | 'restore',
  url = database.url,
): { readonly code: number | null; readonly text: string } {
  const file = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
  const env = { PATH: process.env['PATH'] ?? '', TERN_PROFILE: 'test', DATA_DIR: data, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, copy], { env, encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}` };
}

test('a backup says that the server keeps no copies of its log, fails for that, and copies the pictures', () => {
  const { code, text } = run('backup');
  expect(text).toContain('copies of its log      OFF');
  expect(text).toContain('Have the server copy its log: docs/operations/database-backup.md#copy-the-log');
  expect(text).not.toContain(new URL(database.url).password);
  expect(code).toBe(1);
  expect(readdirSync(join(copy, 'pictures'))).toEqual(['one.webp']);
});

test('a server that does not answer is said, and the pictures are copied all the same', () => {
  rmSync(join(copy, 'pictures'), { recursive: true });
  const { code, text } = run('backup', 'postgres://nobody:x@127.0.0.1:1/none');
  expect(text).toContain('It could not be asked');
  expect(code).toBe(1);
  expect(readdirSync(join(copy, 'pictures'))).toEqual(['one.webp']);
});

test('a restore brings the pictures back and says what to do with the server', () => {
  rmSync(join(data, 'pictures'), { recursive: true });
  const { code, text } = run('restore');
  expect([code, text]).toEqual([0, expect.stringContaining('Its own tools restore it')]);
  expect(readdirSync(join(data, 'pictures'))).toEqual(['one.webp']);
});
