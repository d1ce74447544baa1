import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { hasLogin } from '@tern/base/login-url';
import type { RecordView } from '@tern/contracts/routes/records';
import { describeSchema } from '@tern/db/hash-schema';
import { readMigrations } from '@tern/db/read-migrations';
import { runToEnd } from '@tern/installation/child-process';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  balanced,
  makeMachine,
  openBalancer,
  runCommand,
  runTool,
  startFile,
  type Balancer,
  type Machine,
  type MachineProcess,
  type Started,
} from './support/machines.ts';

// Goal: the parts of an installation run without a launcher, each with nothing but its own settings and secrets, and one that
// is stopped loses nothing. Method: two api, two workers, console and signer by their own commands over one database, behind a
// balancer that tries nothing twice.
const usdt = 1_000_000n;
const slowMs = 120_000;
const metricsToken = 'the token that Prometheus shows here';

let system: System;
let balancer: Balancer;
let machines: Readonly<Record<'signer' | 'worker' | 'worker-2' | 'api' | 'api-2' | 'console', Machine>>;
const running = new Map<string, Started>();

beforeAll(async () => {
  system = await startSystem();
  // What the installation's own processes were; its chain, inbox and database go on.
  for (const name of ['api', 'worker', 'signer'] as const) await system.processes.stop(name);
  const drains = { DRAIN_SECONDS: '1' };
  machines = {
    signer: await makeMachine(system, 'signer', 'signer'),
    worker: await makeMachine(system, 'worker', 'worker'),
    'worker-2': await makeMachine(system, 'worker-2', 'worker'),
    api: await makeMachine(system, 'api', 'api', drains),
    'api-2': await makeMachine(system, 'api-2', 'api', drains),
    console: await makeMachine(system, 'console', 'console'),
  };
  writeFileSync(join(machines.api.folder, 'secrets/metrics-token'), metricsToken, { mode: 0o600 });
  running.set('signer', await runCommand(machines.signer, 'signer'));
  running.set('worker', await runCommand(machines.worker, 'worker'));
  running.set('worker-2', await startFile(machines['worker-2'], 'worker'));
  for (const name of ['api', 'api-2'] as const) running.set(name, await startFile(machines[name], 'api'));
  running.set('console', await runCommand(machines.console, 'console'));
  balancer = await openBalancer(Number(new URL(system.url).port), [
    balanced(machines.api),
    balanced(machines['api-2']),
  ]);
}, slowMs * 2);

afterAll(async () => {
  await balancer?.close();
  for (const each of running.values()) each.signal('SIGKILL');
  for (const each of running.values()) await each.exited;
  await system?.stop();
});

const statusOf = async (url: string, token?: string): Promise<number> => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await fetch(url, { headers })).status;
};

test('each part is alive and ready, and metrics are for who shows the token', async () => {
  for (const machine of Object.values(machines)) {
    expect(await statusOf(`${machine.healthUrl}/health/live`), machine.name).toBe(200);
    expect(await statusOf(`${machine.healthUrl}/health/ready`), machine.name).toBe(200);
    expect(hasLogin(machine.env['DATABASE_URL'] ?? 'postgres://none'), machine.name).toBe(false);
  }
  expect(await statusOf(`${machines.api.healthUrl}/metrics`)).toBe(401);
  expect(await statusOf(`${machines.api.healthUrl}/metrics`, metricsToken)).toBe(200);
  expect(await statusOf(`${machines['api-2'].healthUrl}/metrics`)).toBe(200);
  expect(await statusOf(`${machines.signer.healthUrl}/metrics`)).toBe(404);
});

test(
  'a person registers, gets money and sends it, while one api and one worker are stopped under load',
  async () => {
    const ana = await system.register('email');
    await ana.setFactors();
    await system.chain.give(ana.wallet.address, 'usdt', 20_000n * usdt);
    await until('the deposit', async () => (await ana.available('usdt')) === 20_000n * usdt, slowMs);

    const stream = await openStream(machines.api, ana);
    const load = startLoad(ana);
    const receivers: string[] = [];
    const records: RecordView[] = [];
    const pay = async (count: number): Promise<void> => {
      for (let each = 0; each < count; each += 1) {
        const to = freshAddress();
        receivers.push(to);
        records.push(await ana.send({ to, assetId: 'usdt', amount: '3' }));
      }
    };
    await pay(2);
    const stopped = Promise.all([stop('api'), stop('worker')]);
    expect(await until('no longer ready', () => isStopping(machines.api))).toBe(true);
    await pay(4);
    expect(await stopped).toEqual([0, 0]);
    expect(await stream.ended).toBe('in order');
    await pay(2);

    expect(await load.stop()).toEqual([]);
    expect(balancer.refused()).toEqual([]);
    for (const { id } of records) await ana.waitFor(id, 'success');
    const sums = await Promise.all(receivers.map((to) => solidBalance(system, to, 'usdt')));
    expect(sums).toEqual(receivers.map(() => 3n * usdt));
    const { rows } = await sql<{ attempts: number }>`
    SELECT count(*)::int AS attempts FROM withdrawal_attempts WHERE state = 'succeeded'`.execute(system.db.kysely);
    expect(rows).toEqual([{ attempts: receivers.length }]);
    await until('nothing contradicts itself', async () => (await system.findContradictions()).length === 0, slowMs);
  },
  slowMs * 2,
);

test('the signer and the last of each kind end in order as well', async () => {
  await balancer.close();
  const order = ['console', 'api-2', 'worker-2', 'signer'] as const;
  for (const name of order) expect(await stop(name), name).toBe(0);
  await runAgain('signer');
});

test.each([
  ['signer', 'signer-passphrase'],
  ['signer', 'signer-secret'],
  ['worker', 'session-key'],
  ['worker', 'webhook-key'],
  ['worker', 'database-password-worker'],
  ['api', 'password-pepper'],
  ['api', 'database-password-api'],
  ['console', 'database-password-console'],
  ['console', 'webhook-key'],
] as const)('the %s says that its secret %s is not there, and does not start', async (process, secret) => {
  const machine = await makeMachine(system, `${process}-without-${secret}`, process);
  rmSync(join(machine.folder, 'secrets', secret));
  const { code, output } = await runTool('tools/launch/run-process.ts', [process], machine.env);
  expect(code).toBe(1);
  expect(output).toContain(`secret ${secret}: there is no file ${join(machine.folder, 'secrets', secret)}`);
});

test(
  'an empty database is refused by each process until it is migrated with a command of its own',
  async () => {
    await sql`CREATE DATABASE empty_one`.execute(system.db.kysely);
    const owner = new URL(system.settings['DATABASE_URL'] ?? '');
    owner.pathname = '/empty_one';
    const address = new URL(machines['api-2'].env['DATABASE_URL'] ?? '');
    address.pathname = '/empty_one';
    const at = { DATABASE_URL: address.href };
    const refusal = async (process: MachineProcess, env: Readonly<Record<string, string>>): Promise<string> => {
      const { code, output } = await runTool('tools/launch/run-process.ts', [process], { ...env, ...at });
      expect(code, process).toBe(1);
      return output;
    };
    for (const process of ['api', 'console', 'worker'] as const)
      expect(await refusal(process, machines[process].env)).toContain('Run "npm run migrate" of this version');

    const migrator = { PATH: process.env['PATH'] ?? '', TERN_PROFILE: 'test', DATA_DIR: system.dataDir };
    const migrate = (...args: string[]) =>
      runTool('tools/launch/migrate.ts', args, { ...migrator, DATABASE_URL: owner.href });
    const plan = await migrate('--plan');
    const ofNothing = /^The database is empty\.\n\d+ to apply:\n {2}0001_base\.sql\n/;
    expect([plan.code, plan.output]).toEqual([0, expect.stringMatching(ofNothing)]);
    const both = await Promise.all([migrate(), migrate()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ output }) => output.includes('nothing to do'))).toHaveLength(1);
    const schema = describeSchema(await readMigrations());
    expect(await migrate('--plan')).toEqual({ code: 0, output: `The database has ${schema}.\nNothing to apply.` });
    // With the owner's connection no process runs, whatever else it has.
    const asOwner = await runToEnd({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../services/api/src/start.ts')],
      cwd: import.meta.dirname,
      env: { ...machines['api-2'].env, DATABASE_URL: owner.href },
    });
    expect([asOwner.code, asOwner.output]).toEqual([1, expect.stringContaining('who owns the tables')]);
  },
  slowMs,
);

async function stop(name: keyof typeof machines): Promise<number | null> {
  const found = running.get(name);
  if (found === undefined) throw new Error(`${name} does not run`);
  found.signal('SIGTERM');
  const { code } = await found.exited;
  running.delete(name);
  return code;
}

async function runAgain(name: 'signer'): Promise<void> {
  running.set(name, await runCommand(machines[name], name));
}

async function isStopping({ healthUrl }: Machine): Promise<boolean> {
  const answer = await fetch(`${healthUrl}/health/ready`);
  return answer.status === 503 && (await answer.text()).includes('it is stopping');
}

/** What an open page hears, at this one process. */
async function openStream({ url }: Machine, person: Person): Promise<{ readonly ended: Promise<string> }> {
  const cookie = [...person.api.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = get(`${url}/api/live`, { agent: false, headers: { cookie, accept: 'text/event-stream' } });
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  response.resume();
  const ended = new Promise<string>((resolve) => {
    response.on('end', () => resolve('in order'));
    response.on('error', (error: Error) => resolve(error.message));
  });
  return { ended };
}

/** Four who go on reading; resolves with every answer that was not 200. */
function startLoad(person: Person): { readonly stop: () => Promise<readonly string[]> } {
  const wrong: string[] = [];
  let isOver = false;
  const read = async (path: string): Promise<void> => {
    while (!isOver) {
      try {
        const { status, text } = await person.api.send({ method: 'GET', path });
        if (status !== 200) wrong.push(`${path}: ${status} ${text}`);
      } catch (error) {
        wrong.push(`${path}: ${String(error)}`);
      }
    }
  };
  const readers = ['/records', '/identity/account', `/wallets/${person.wallet.id}/overview`, '/health'].map(read);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(readers);
      return wrong;
    },
  };
}
