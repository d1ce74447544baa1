import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { openLogFile } from './log-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-file-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const read = (name: string): string => readFileSync(join(dir, name), 'utf8');

test('F-D5 a log that grows begins anew while its process runs, and keeps the one before', () => {
  const log = openLogFile(join(dir, 'api.log'), 20);
  for (const piece of ['first line\n', 'second line\n', 'third line\n']) log.write(piece);
  log.end();
  expect([read('api.log.1'), read('api.log')]).toEqual(['first line\nsecond line\n', 'third line\n']);
});

test('a log goes on where the launch before it ended', () => {
  for (const piece of ['one\n', 'two\n']) {
    const log = openLogFile(join(dir, 'api.log'));
    log.write(piece);
    log.end();
  }
  expect(read('api.log')).toBe('one\ntwo\n');
});

test('F-D5 a process whose log finds no room on the disk starts and goes on', async () => {
  const logFile = join(dir, 'logs', 'full.log');
  const log = openLogFile(logFile);
  log.write('before\n');
  log.end();
  unlinkSync(logFile);
  // A file on which every write ends with ENOSPC.
  symlinkSync('/dev/full', logFile);
  const script = `
    process.on('SIGTERM', () => process.exit(7));
    console.error('a line');
    console.log('{"ready":true}');
    setInterval(() => console.error('another line'), 5);`;
  const child = startProcess(
    { name: 'full', command: process.execPath, args: ['-e', script], cwd: dir, env: {}, logFile },
    60_000,
  );
  await child.ready;
  child.signal('SIGTERM');
  expect(await child.exited).toEqual({ code: 7, signal: null });
});

test('F-D5 what was left out is counted where the log goes on', () => {
  const path = join(dir, 'api.log');
  symlinkSync('/dev/full', path);
  const log = openLogFile(path);
  for (const piece of ['lost\n', 'lost too\n']) log.write(piece);
  log.end();
  unlinkSync(path);
  log.write('there is room again\n');
  log.end();
  expect(read('api.log')).toBe('left out 2 times: the log could not be written\nthere is room again\n');
});
