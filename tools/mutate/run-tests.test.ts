import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestRunner, type TestRunner } from './run-tests.ts';

// Goal: the process that runs tests against mutants tells truly what they said, stays for the next order, and is gone when
// whoever started it is. Method: test files that are written here, and are no tests of the product.
const root = join(import.meta.dirname, '../..');
const folder = `.tern/mutate-test-${process.pid}`;
const limitMs = 100_000;
let runner: TestRunner;

beforeAll(() => {
  mkdirSync(join(root, folder), { recursive: true });
  runner = createTestRunner(root, { folder: join(root, folder), clusterUrl: 'postgres://nowhere' });
});
afterAll(async () => {
  await runner.stop();
  rmSync(join(root, folder), { recursive: true, force: true });
});

/** Writes a file that the runner takes for a test, and returns its name. */
function write(name: string, body: string): string {
  const file = `${folder}/${name}.db.test.ts`;
  const source = `import { writeFileSync } from 'node:fs';\nimport { beforeAll, expect, test } from 'vitest';\n${body}\n`;
  writeFileSync(join(root, file), source);
  return file;
}

describe('what the tests said', () => {
  test('they passed: how long each took', async () => {
    const files = [write('one', "test('one', () => {});"), write('two', "test('two', () => {});")];
    const run = await runner.run({ files }, limitMs);
    expect(run).toEqual({ outcome: 'passed', seconds: files.map((file) => [file, expect.any(Number)]) });
  });

  test('one failed: its name, and nothing after it is run', async () => {
    const seen = join(root, folder, 'seen');
    const fails = write(
      'fails',
      `test('is wrong', () => expect(1).toBe(2)); test('is left out', () => writeFileSync('${seen}', ''));`,
    );
    const later = write('later', `test('later', () => writeFileSync('${seen}', ''));`);
    const run = await runner.run({ files: [fails, later] }, limitMs);
    expect(run).toEqual({ outcome: 'failed', by: `${fails} › is wrong` });
    expect(() => readFileSync(seen)).toThrow(/ENOENT/);
  });

  test.each([
    [
      'before',
      'what goes before them',
      "beforeAll(() => { throw new Error('no books'); }); test('is skipped', () => {});",
      'no books',
    ],
    ['load', 'loading them', "throw new Error('not to be loaded');", 'not to be loaded'],
  ])('%s: %s failed', async (name, _what, body, why) => {
    const file = write(name, body);
    expect(await runner.run({ files: [file] }, limitMs)).toEqual({ outcome: 'failed', by: `${file} › ${why}` });
  });

  test.each([
    ['test', 'of a test', "test('waits', () => new Promise(() => undefined), 20);"],
    [
      'statement',
      'of a statement',
      "test('waits', () => { throw new Error('canceling statement due to statement timeout'); });",
    ],
  ])('%s: a time limit %s decides nothing', async (name, _of, body) => {
    const file = write(`limit-${name}`, body);
    expect(await runner.run({ files: [file] }, limitMs)).toEqual({ outcome: 'timed-out', by: `${file} › waits` });
  });

  test('tests that do not end are ended, and the next order is carried out', async () => {
    const waits = write('waits', "test('waits', () => new Promise(() => setInterval(() => {}, 1000)));");
    expect(await runner.run({ files: [waits] }, 3000)).toMatchObject({ outcome: 'timed-out' });
    expect(await runner.run({ files: [write('one', "test('one', () => {});")] }, limitMs)).toMatchObject({
      outcome: 'passed',
    });
  });
});

test('what was loaded stays loaded, until a source is replaced', async () => {
  const source = `${folder}/state.ts`;
  writeFileSync(join(root, source), 'export const state = { loads: 0, answer: 1 };\n');
  const counted = join(root, folder, 'counted');
  const file = write(
    'state',
    `import { state } from './state.ts';
     test('state', () => { state.loads += 1; writeFileSync('${counted}', state.loads + ' ' + state.answer); });`,
  );
  const seen: string[] = [];
  const start = readFileSync(join(root, source), 'utf8').indexOf('answer: 1');
  const replacement = { file: source, before: 'answer: 1', edit: { start, end: start + 9, text: 'answer: 2' } };
  for (const order of [{ files: [file] }, { files: [file] }, { files: [file], replacement }, { files: [file] }]) {
    expect(await runner.run(order, limitMs)).toMatchObject({ outcome: 'passed' });
    seen.push(readFileSync(counted, 'utf8'));
  }
  expect(seen).toEqual(['1 1', '2 1', '1 2', '1 1']);
});

test('when whoever started it is killed, nothing of it stays', async () => {
  const pids = join(root, folder, 'pids');
  const file = write(
    'stays',
    `test('stays', () => { writeFileSync('${pids}', process.ppid + ' ' + process.pid); return new Promise(() => setInterval(() => {}, 1000)); });`,
  );
  const script = fileURLToPath(new URL('./testing/hold-runner.ts', import.meta.url));
  const parent = fork(script, [root, join(root, folder, 'held'), file], { cwd: root });
  const readPids = (): string => readFileSync(pids, 'utf8');
  await expect.poll(readPids, { timeout: 60_000 }).toMatch(/^\d+ \d+$/);
  const [runnerPid, workerPid] = readPids().split(' ').map(Number);
  const exit = once(parent, 'exit');
  parent.kill('SIGKILL');
  await exit;
  await expect.poll(() => [runnerPid, workerPid].filter(isAlive), { timeout: 60_000 }).toEqual([]);
});

function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
}
