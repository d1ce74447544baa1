import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup } from '@tern/testkit/database-global-setup';
import { readArguments } from '../../tools/command-line/read-arguments.ts';
import { stepsLeftOut } from './house-programs.ts';
import { drawPlan } from './plan.ts';
import { runSchedule, type Outcome } from './run-schedule.ts';
import { makeScene, type Scene } from './scene.ts';
import { describeKept, keepOnly, shrink } from './shrink.ts';
import { addToTally, readTally, writeTally, type Tally } from './tally.ts';
import { installVirtualTime, real } from './virtual-time.ts';

// `npm run simulate -- --schedules 100 --seed 1`: docs/simulator.md says what it does and how to read what it prints.
const usage = `Usage: npm run simulate -- [--schedules N] [--seed S] [--deeds LIST] [--faults LIST] [--tally FILE]
Runs as many schedules of everything that people, operators and faults do, in virtual time, and goes on from its tally.

  --schedules N   how many; 20 when absent. With 1, the schedule of the seed is run again, with its last steps
  --seed S        the seed of the first one where there is no tally yet, or of the one to run again; 1 when absent
  --deeds LIST    of one schedule: only these of its deeds, as the last line about a schedule that failed names them
  --faults LIST   of one schedule: only these of its faults
  --tally FILE    where its tally is kept; .tern/simulate/tally.json when absent
`;
const { values } = readArguments({
  usage,
  options: {
    schedules: { type: 'string', default: '20' },
    seed: { type: 'string' },
    deeds: { type: 'string' },
    faults: { type: 'string' },
    tally: { type: 'string' },
  },
});

const ownTally = fileURLToPath(new URL('../../.tern/simulate/tally.json', import.meta.url));
const triesToShrink = 60;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One schedule of which somebody named the seed, perhaps in part: with its last steps. */
async function replay(scene: Scene, seed: number): Promise<boolean> {
  const outcome = await runSchedule(scene, keepOnly(drawPlan(seed), values.deeds, values.faults));
  tell(seed, outcome);
  for (const line of outcome.tail) say(line);
  return outcome.violations.length === 0;
}

function tell(seed: number, { violations, digest, steps, virtualMs }: Outcome): void {
  say(`seed ${seed}: ${steps} steps, ${Math.round(virtualMs / 1_000)} s, ${digest.slice(0, 16)}`);
  for (const violation of violations) say(`  violation: ${violation}`);
}

async function findSmallest(scene: Scene, seed: number): Promise<void> {
  const whole = drawPlan(seed);
  const fails = async (plan: typeof whole): Promise<boolean> => (await runSchedule(scene, plan)).violations.length > 0;
  const smallest = await shrink(whole, fails, triesToShrink);
  say(`  again: npm run simulate -- --schedules 1 --seed ${seed} ${describeKept(whole, smallest)}`);
}

async function goOn(scene: Scene, file: string, tally: Tally, count: number, ending: AbortSignal): Promise<boolean> {
  const startedMs = real.nowMs();
  let failed = 0;
  for (let done = 0; done < count && !ending.aborted; done += 1) {
    const seed = tally.nextSeed;
    const outcome = await runSchedule(scene, drawPlan(seed));
    addToTally(tally, seed, outcome);
    writeTally(file, tally);
    tell(seed, outcome);
    if (outcome.violations.length === 0) continue;
    failed += 1;
    await findSmallest(scene, seed);
  }
  const seconds = Math.round((real.nowMs() - startedMs) / 1_000);
  const { schedules, steps, virtualMs, failedSeeds } = tally;
  say(JSON.stringify({ schedules, steps, virtualHours: Math.round(virtualMs / 36_000) / 100, failedSeeds, seconds }));
  for (const [what, times] of Object.entries(tally.coverage)) say(`  ${what}: ${times}`);
  for (const [step, reason] of Object.entries(stepsLeftOut)) say(`  step ${step}: not simulated, ${reason}`);
  return failed === 0;
}

const tearDown = await setup();
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
const uninstall = installVirtualTime();
try {
  const clusterUrl = process.env['TERN_TEST_DATABASE_URL'];
  if (clusterUrl === undefined) throw new Error('the set-up of database tests says where the database is');
  const scene = await makeScene(clusterUrl);
  try {
    const seed = Number(values.seed ?? '1');
    const file = values.tally ?? ownTally;
    mkdirSync(dirname(file), { recursive: true });
    const isOne = values.schedules === '1';
    const isRight = isOne
      ? await replay(scene, seed)
      : await goOn(scene, file, readTally(file, seed), Number(values.schedules), ending.signal);
    if (!isRight) process.exitCode = 1;
  } finally {
    await scene.close();
  }
} finally {
  uninstall();
  await tearDown();
}
