import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessPlan } from '@tern/installation/child-process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSupervisor, type Supervisor, type SupervisorDeps } from './supervise.ts';

// Goal: what a person relies on when a process dies or Ctrl-C is pressed. Method: real child processes, small scripts
// that write down what happens to them.
let dir: string;
let supervisor: Supervisor;
let said: string[];
let pids: readonly number[];
let elapsedMs = 0;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'supervise-'));
  said = [];
  supervisor = open();
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(dir, { recursive: true });
});

/** Patient with processes: a busy machine starts and ends them slowly. */
function open(change: Partial<SupervisorDeps> = {}): Supervisor {
  return createSupervisor({
    elapsedMs: () => elapsedMs,
    say: (line) => said.push(line),
    onChange: (running) => {
      pids = running;
    },
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 10_000,
    ...change,
  });
}

function plan(name: string, script: string): ProcessPlan {
  const file = join(dir, `${name}.mjs`);
  writeFileSync(file, `import { appendFileSync, existsSync, readFileSync } from 'node:fs';\n${script}`);
  return {
    name,
    command: process.execPath,
    args: [file],
    cwd: dir,
    env: {},
    logFile: join(dir, 'logs', `${name}.log`),
  };
}

const serve = `console.log(JSON.stringify({ ready: true, port: 7 })); setInterval(() => {}, 1000);`;
const lastWords = (name: string): string =>
  `process.on('SIGTERM', () => { appendFileSync('ends', '${name} '); process.exit(0); });`;

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 60_000, interval: 20 }).toBe(true);
}

test('start resolves with the ready line and keeps all output in the log', async () => {
  const facts = await supervisor.start(plan('one', `console.log('hello'); console.error('oh'); ${serve}`));
  expect(facts).toEqual({ ready: true, port: 7 });
  expect(pids).toHaveLength(1);
  await until(() => readFileSync(join(dir, 'logs/one.log'), 'utf8').includes('oh'));
  expect(readFileSync(join(dir, 'logs/one.log'), 'utf8')).toContain('hello');
});

test('a process that ends before it is ready is an error that names its log', async () => {
  await expect(supervisor.start(plan('one', 'process.exit(3);'))).rejects.toThrow(
    `one ended with exit code 3; its log is ${join(dir, 'logs/one.log')}`,
  );
});

test('a process that dies is started again, and the person is told', async () => {
  await supervisor.start(plan('one', serve));
  const [first] = pids;
  process.kill(first ?? 0, 'SIGKILL');
  await until(() => said.includes('one is back'));
  expect(said[0]).toMatch(/^one ended \(SIGKILL\); starting it again in 0\.5 s/);
  expect(pids).not.toContain(first);
});

test('a process that dies again and again is given up', async () => {
  const once = `if (existsSync('was')) process.exit(4); appendFileSync('was', ''); ${serve.replace('setInterval(() => {}, 1000)', 'process.exit(4)')}`;
  const brief = open({ pause: () => Promise.resolve() });
  await brief.start(plan('one', once));
  await expect(brief.failed).rejects.toThrow('one ended 6 times in five minutes, last with exit code 4');
  expect(said).toHaveLength(5);
});

test('a process that ran for long is given up at its sixth end as well, and waits as long before each start', async () => {
  const pauses: number[] = [];
  const old = open({
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  });
  // Only the first one lasts, until it is told to end.
  const first = `if (existsSync('was')) process.exit(4); appendFileSync('was', ''); process.once('SIGUSR2', () => process.exit(4));`;
  await old.start(plan('one', `${first} ${serve}`));
  elapsedMs += 60 * 60_000;
  process.kill(pids[0] ?? 0, 'SIGUSR2');
  await expect(old.failed).rejects.toThrow('one ended 6 times in five minutes, last with exit code 4');
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
});

test('ends long ago do not count, however often there were some', async () => {
  const patient = open({
    pause: async () => {
      elapsedMs += 2 * 60_000;
    },
  });
  await patient.start(plan('one', serve.replace('setInterval(() => {}, 1000)', 'process.exit(4)')));
  await until(() => said.filter((line) => line.includes('starting it again')).length >= 8);
  await patient.stop();
  await expect(Promise.race([patient.failed, Promise.resolve('still tried')])).resolves.toBe('still tried');
});

test('stop ends processes in the reverse order of their start', async () => {
  await supervisor.start(plan('chain', `${lastWords('chain')} ${serve}`));
  await supervisor.start(plan('worker', `${lastWords('worker')} ${serve}`));
  await supervisor.start(plan('api', `${lastWords('api')} ${serve}`));
  await supervisor.stop();
  expect(readFileSync(join(dir, 'ends'), 'utf8')).toBe('api worker chain ');
  expect(pids).toEqual([]);
  expect(said).toEqual([]);
});

test('a process that does not end in time is ended by force, and the person is told', async () => {
  const hasty = open({ stopTimeoutMs: 300 });
  await hasty.start(plan('deaf', `process.on('SIGTERM', () => {}); ${serve}`));
  await hasty.stop();
  expect(said).toEqual(['deaf did not end within 0.3 s and is ended by force']);
});

test('a process never gets the Ctrl-C of the terminal: it has a process group of its own', async () => {
  await supervisor.start(plan('one', serve));
  const [pid] = pids;
  const group = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2];
  expect(group).toBe(String(pid));
  expect(existsSync(join(dir, 'logs/one.log'))).toBe(true);
});
