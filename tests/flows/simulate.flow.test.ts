import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Fault } from '../../tools/defects/fault.ts';
import { plantFaults } from '../../tools/defects/plant-fault.ts';
import { copyRepository } from '../../tools/gates/repository-copy.ts';

// Goal: the simulator finds nothing wrong in the code as it is, the same seed is the same schedule in another process, and what
// is wrong in the code is found. Method: its own command, in a short form; docs/simulator.md says what it plays.

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const minutes = 60_000;

function simulate(inRoot: string, args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const script = join(inRoot, 'tests/simulate/run-simulate.ts');
  // Its own server, not the one of the tests.
  const { TERN_TEST_DATABASE_URL: _, ...env } = process.env;
  return new Promise((resolve) =>
    execFile(process.execPath, [script, ...args], { cwd: inRoot, env, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, said: stdout }),
    ),
  );
}

/** What is said of each schedule that was played: its steps, its virtual seconds and the hash of everything that happened. */
const schedulesIn = (said: string): readonly string[] => said.match(/^seed \d+: .*$/gm) ?? [];

test(
  'four schedules go right, and a seed is the same schedule in another process',
  { timeout: 10 * minutes },
  async () => {
    const tally = join(folder, 'tally.json');
    const { code, said } = await simulate(root, ['--schedules', '4', '--seed', '1', '--tally', tally]);
    expect(said).not.toContain('violation');
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(tally, 'utf8'))).toMatchObject({ schedules: 4, nextSeed: 5, failedSeeds: [] });
    const again = await simulate(root, ['--schedules', '1', '--seed', '2']);
    expect(schedulesIn(again.said)).toEqual([schedulesIn(said)[1]]);
  },
);

/** The answer leaves before the commit: where the commit is lost, somebody was told what is not so. */
const answerTooEarly: Fault = {
  file: 'packages/db/src/transact.ts',
  in: 'transact',
  operator: 'replace',
  kind: 'call',
  mentions: ['isolated', 'execute', 'work'],
  by: 'new Promise<Result>((resolve, reject) => void $of.execute(async (tx) => { const done = await $0(tx); resolve(done); return done; }).catch(reject))',
};

test('an answer before the commit is found', { timeout: 10 * minutes }, async () => {
  const copy = copyRepository(root);
  try {
    const files = plantFaults([answerTooEarly], (file) => readFileSync(join(root, file), 'utf8'));
    const { code, said } = await copy.withFiles(files, () => simulate(copy.root, ['--schedules', '1', '--seed', '23']));
    expect(said).toMatch(/^ {2}violation: /m);
    expect(code).toBe(1);
  } finally {
    copy.remove();
  }
});
