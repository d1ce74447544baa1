import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess, type RunningProcess } from '@tern/installation/child-process';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Goal: a process restarts for what it imports and for nothing else, is half started already when it does, and nothing is left
// running. Method: the watcher as its own process, real files; what runs writes a line of its process and what it imported.
let dir: string;
let watcher: RunningProcess | undefined;
const lines = (): readonly string[] => readFileSync(join(dir, 'lines'), 'utf8').split('\n').filter(Boolean);
const words = (index: number): readonly string[] => lines().at(index)?.split(' ') ?? [];
const write = (name: string, text: string): void => writeFileSync(join(dir, name), text);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(dir, 'node_modules/library'), { recursive: true });
  write('lines', '');
  write('node_modules/library/package.json', '{"name":"library","exports":"./index.mjs"}');
  write(
    'node_modules/library/index.mjs',
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(dir, 'lines'))}, 'loads ' + process.pid + '\\n');`,
  );
  write('deep.mjs', `export const answer = 'one';`);
  write('part.mjs', `export { answer } from './deep.mjs';`);
  write(
    'main.mjs',
    `import { appendFileSync } from 'node:fs';
import 'library';
import { answer } from './part.mjs';
appendFileSync(${JSON.stringify(join(dir, 'lines'))}, 'runs ' + process.pid + ' ' + answer + ' ' + process.argv.length + '\\n');
console.log(JSON.stringify({ ready: true }));
setInterval(() => {}, 1000);`,
  );
});
afterEach(async () => {
  watcher?.signal('SIGTERM');
  await watcher?.exited;
  rmSync(dir, { recursive: true });
});

async function start(): Promise<RunningProcess> {
  watcher = startProcess(
    {
      name: 'main',
      command: process.execPath,
      args: [fileURLToPath(new URL('./run-watched.ts', import.meta.url)), join(dir, 'main.mjs')],
      cwd: dir,
      env: {},
      logFile: join(dir, 'log'),
    },
    60_000,
  );
  await watcher.ready;
  return watcher;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a change far down runs the file anew, in a process that had loaded its imports before', async () => {
  await start();
  expect(lines()).toEqual([expect.stringMatching(/^loads \d+$/), expect.stringMatching(/^runs \d+ one 2$/)]);
  const [, first] = words(1);
  await expect.poll(lines, { timeout: 20_000 }).toHaveLength(3);
  const [, spare] = words(2);
  expect(spare).not.toBe(first);
  write('deep.mjs', `export const answer = 'two';`);
  await expect.poll(lines).toHaveLength(4);
  expect(lines().at(3)).toBe(`runs ${spare} two 2`);
  expect(isRunning(Number(first))).toBe(false);
});

test('what has not changed is loaded ahead of time, and not again at the change', async () => {
  const says = (name: string): string =>
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(dir, 'lines'))}, '${name} ' + process.pid + '\\n');\n`;
  write('beside.mjs', `${says('beside')}export const other = 1;`);
  write('deep.mjs', `${says('deep')}export const answer = 'one';`);
  write('part.mjs', `${says('part')}import './beside.mjs'; export { answer } from './deep.mjs';`);
  await start();
  await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(9);
  const [, spare = ''] = words(-1);
  write('deep.mjs', `${says('changed')}export const answer = 'two';`);
  await expect.poll(() => words(-1).at(2)).toBe('two');
  expect(lines().filter((line) => line.includes(spare))).toEqual([
    ...['loads', 'beside', 'deep', 'part', 'changed', 'part'].map((name) => `${name} ${spare}`),
    `runs ${spare} two 2`,
  ]);
});

test('what changed while it was being loaded is seen', async () => {
  // The first run exchanges a file that it has read already.
  const later = `export const answer = 'later';`;
  write(
    'part.mjs',
    `import { writeFileSync } from 'node:fs';
import { answer as read } from './deep.mjs';
export const answer = read;
if (read === 'one') writeFileSync(${JSON.stringify(join(dir, 'deep.mjs'))}, ${JSON.stringify(later)});`,
  );
  await start();
  await expect.poll(() => words(-1).at(2)).toBe('later');
});

test('after a fault it waits for the change that mends it, also for a file that was not there', async () => {
  await start();
  const log = () => readFileSync(join(dir, 'log'), 'utf8');
  write('part.mjs', `export { answer } from './new.mjs';`);
  await expect.poll(log).toContain('{"failed":true}');
  write('new.mjs', `export const answer = 'new';`);
  await expect.poll(() => words(-1).at(2)).toBe('new');
});

test('nothing is left running, neither after an order to stop nor when the watcher is ended by force', async () => {
  const pids = () => [...new Set(lines().map((line) => Number(line.split(' ')[1])))];
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    write('lines', '');
    const running = await start();
    await expect.poll(pids, { timeout: 20_000 }).toHaveLength(2);
    // The watcher alone, not its group.
    process.kill(running.pid, signal);
    await running.exited;
    await expect.poll(() => pids().filter(isRunning)).toEqual([]);
  }
});
