import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { openApiClient } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { openTurningClock } from '@tern/testkit/system/turning-clock';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerFunded, slowMs, startThreeProcesses, type ThreeProcesses } from './support/three-processes.ts';

// Goal: one process that is wrong or gone is wrong or gone for itself. Method: three real processes of the api, the worker and
// the signer; one of them has another clock, is killed, wants out, or breaks in a way nobody foresaw.
const usdt = 1_000_000n;

let system: ThreeProcesses['system'];
let urls: ThreeProcesses['urls'];
let ana: Person;
let ben: Person;
beforeAll(async () => {
  ({ system, urls } = await startThreeProcesses());
  [ana, ben] = await Promise.all([registerFunded(system), system.register('email')]);
}, slowMs * 2);
afterAll(() => system.stop());

describe('X06 a clock that is ten minutes off', () => {
  const tenMinutes = 600_000;

  test.each([tenMinutes, -tenMinutes])(
    'X06 at one api process (%d ms) fails codes there alone, and makes no used code good again',
    async (ms) => {
      const own = openTurningClock(join(system.dataDir, `clock-of-api-3-${ms}`));
      own.advance(system.clock.nowMs() - Date.now() + ms);
      await system.processes.kill('api-3');
      await system.processes.start('api-3', own.env);
      try {
        const confirmAt = (url: string, draft: DraftView, code: string) =>
          openApiClient(url, { origin: system.url, cookies: ana.api.cookies }).send({
            method: 'POST',
            path: `/transfers/drafts/${draft.id}/confirm`,
            headers: { 'idempotency-key': randomUUID() },
            body: { hash: draft.hash, tradePassword: ana.tradePassword, authenticatorCode: code },
          });
        const draft = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '1' });
        const used = ana.nextCode();
        // Five minutes' life of a draft have passed where the clock is ahead: another refusal, before any factor.
        expect((await confirmAt(urls[2], draft, used)).code).toMatch(/^(AUTHENTICATOR_CODE_WRONG|DRAFT_EXPIRED)$/);
        expect((await confirmAt(urls[0], draft, used)).status).toBe(200);
        const next = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '1' });
        // Right now at the process whose clock is back, had it not been good before.
        own.advance(system.clock.nowMs() - own.nowMs());
        expect((await confirmAt(urls[2], next, used)).code).toBe('AUTHENTICATOR_CODE_USED');
        expect((await confirmAt(urls[1], next, ana.nextCode())).status).toBe(200);
      } finally {
        await system.processes.kill('api-3');
        await system.processes.start('api-3');
      }
    },
  );

  test.each([tenMinutes, -tenMinutes])('X06 at the worker (%d ms) makes the signer sign nothing for it', async (ms) => {
    const own = openTurningClock(join(system.dataDir, `clock-of-worker-${ms}`));
    await system.processes.kill('worker');
    await system.processes.start('worker', own.env);
    own.advance(ms);
    const record = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '1' });
    const stateOf = async () => {
      const { rows } = await sql<{ state: string; waiting: string | null }>`
        SELECT state, waiting_for AS waiting FROM withdrawals WHERE record_id = ${record.id}`.execute(system.db.kysely);
      return rows[0];
    };
    await until('the payment waits for the signer', async () => (await stateOf())?.waiting === 'signer', slowMs);
    expect(await stateOf()).toMatchObject({ state: 'approved' });
    const signed = await sql`SELECT FROM withdrawal_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
      WHERE w.record_id = ${record.id} AND a.state <> 'ordered'`.execute(system.db.kysely);
    expect(signed.rows).toEqual([]);
    own.advance(-ms);
    await paid(record.id);
  });
});

/** Resolves once a payment has come to its good end, with its waits skipped. */
const paid = (id: string): Promise<unknown> =>
  mineUntil(
    system.chain,
    'it is paid',
    async () => {
      await system.skipWaits();
      return (await ana.record(id)).status === 'success';
    },
    slowMs,
  );

test('X13 with the signer gone a payment waits, its person sees so, and nothing leaves without it', async () => {
  await system.processes.kill('signer');
  const to = freshAddress();
  const record = await ana.send({ to, assetId: 'usdt', amount: '1' });
  const waits = async () => {
    const { rows } = await sql<{ reason: string | null }>`
      SELECT waiting_for AS reason FROM withdrawals WHERE record_id = ${record.id}`.execute(system.db.kysely);
    return rows[0]?.reason === 'signer';
  };
  await until('the payment waits', waits, slowMs);
  expect((await ana.record(record.id)).status).toMatch(/^(review-approved|withdrawing)$/);
  expect(await solidBalance(system, to, 'usdt')).toBe(0n);
  await system.processes.start('signer');
  await paid(record.id);
  expect(await solidBalance(system, to, 'usdt')).toBe(usdt);
});

test('the first page of the console says which process was killed, without Prometheus, and that it is back', async () => {
  const desk = await system.desk('vera', 'reviewer');
  const look = async () => {
    const { alarms, processes } = (await desk.get('/home/overview')).body as OverviewView;
    const silent = processes.filter(({ state }) => state !== 'live').map(({ process, state }) => `${process} ${state}`);
    const about = alarms.flatMap((each) => (each.alarm === 'ProcessSilent' ? each.about : []));
    return { live: [...new Set(processes.map(({ process }) => process))], silent, about };
  };
  const all = { live: ['api', 'console', 'worker'], silent: [], about: [] };
  for (const [name, process] of [
    ['api-3', 'api'],
    ['worker', 'worker'],
  ] as const) {
    await system.processes.kill(name);
    await system.processes.start(name);
    await until('everything reports', async () => (await look()).silent.length === 0);
    expect(await look()).toEqual(all);
    await system.processes.kill(name);
    // The one that started last is the one that was killed. A minute passes.
    await sql`
      UPDATE process_beats SET beat_at = beat_at - interval '61 seconds'
       WHERE process = ${process} AND started_at = (SELECT max(started_at) FROM process_beats WHERE process = ${process})`.execute(
      system.db.kysely,
    );
    expect(await look()).toMatchObject({ silent: [`${process} silent`], about: [process] });
    await system.processes.start(name);
    await until('it is back', async () => (await look()).about.length === 0);
  }
  // Whoever is told to end says so, and is not missed while others of its kind run.
  await system.processes.stop('api-3');
  expect(await look()).toEqual(all);
  await system.processes.start('api-3');
});

describe('X09 code that wants to tell somebody', () => {
  test.each(['api-3', 'worker', 'signer', 'console'] as const)(
    'X09 at %s reaches none of five strangers, each try is in its log, and the process goes on',
    async (name) => {
      let arrived = 0;
      const strangers = await Promise.all(
        [2, 3, 4, 5, 6].map(async (last) => {
          const server = createServer((socket) => socket.destroy()).on('connection', () => (arrived += 1));
          server.listen(0, `127.0.0.${last}`);
          await once(server, 'listening');
          return server;
        }),
      );
      const addresses = strangers.map((server, at) => `127.0.0.${at + 2}:${(server.address() as AddressInfo).port}`);
      const said = join(system.dataDir, `said-by-${name}`);
      const clock = name === 'api-3' ? system.clock.env['NODE_OPTIONS'] : '';
      if (system.processes.isRunning(name)) await system.processes.kill(name);
      await system.processes.start(name, {
        NODE_OPTIONS: `${clock} --import=${new URL('./support/ask-strangers.ts', import.meta.url).href}`,
        TESTKIT_STRANGERS: addresses.join(),
        TESTKIT_SAID: said,
      });
      await until('it has tried', () => existsSync(said) && readFileSync(said, 'utf8').endsWith(']'));
      expect(JSON.parse(readFileSync(said, 'utf8'))).toEqual(Array.from({ length: 10 }, () => 'EgressRefused'));
      expect(arrived).toBe(0);
      expect(system.processes.isRunning(name)).toBe(true);
      const isTold = (log: string): boolean =>
        addresses.every((address) =>
          log.includes(
            `"port":${address.split(':')[1]},"msg":"refused a connection to an address that is not in the settings"`,
          ),
        );
      await until('each try is in the log', () =>
        isTold(readFileSync(join(system.dataDir, 'logs', `${name}.log`), 'utf8')),
      );
      await system.processes.kill(name);
      await system.processes.start(name);
      for (const server of strangers) server.close();
    },
  );
});

describe('X11 uncaught error', () => {
  const words = 'one line\nand another \u001b[2J \u009b2J \u2028{"level":30}';
  /** Throws once the process says that it is ready. */
  const breaking = (how: string): string => {
    const code = `const write = process.stdout.write.bind(process.stdout);
      process.stdout.write = (text, ...more) => {
        if (String(text).includes('"ready":true')) setImmediate(() => { ${how} });
        return write(text, ...more);
      };`;
    return `--import=data:text/javascript,${encodeURIComponent(code)}`;
  };
  const thrown = `throw new Error(${JSON.stringify(words)})`;
  const rejected = `Promise.reject(new Error(${JSON.stringify(words)}))`;

  test.each([
    ['api-3', 'an error', thrown],
    ['api-3', 'a rejection', rejected],
    ['worker', 'an error', thrown],
    ['signer', 'a rejection', rejected],
  ] as const)(
    'X04 X11 at %s (%s) is one line of its log, and the process ends and starts again',
    async (name, _what, how) => {
      await system.processes.kill(name);
      const clock = name === 'api-3' ? system.clock.env['NODE_OPTIONS'] : '';
      const started = system.processes
        .start(name, { NODE_OPTIONS: `${clock} ${breaking(how)}` })
        .catch(() => undefined);
      await Promise.all([started, system.processes.ended(name).catch(() => undefined)]);
      await until('it has ended', () => !system.processes.isRunning(name));
      const log = readFileSync(join(system.dataDir, 'logs', `${name}.log`), 'utf8');
      const lines = log.trimEnd().split('\n');
      const last = JSON.parse(lines.at(-1) ?? '') as Readonly<Record<string, unknown>>;
      expect(last).toMatchObject({ level: 60, msg: 'uncaught error', err: { message: words } });
      await system.processes.start(name);
    },
  );

  test('X04 X11 every line that the processes have logged in this file is an event of its own', () => {
    for (const name of ['api', 'api-2', 'api-3', 'worker', 'signer'] as const) {
      const log = readFileSync(join(system.dataDir, 'logs', `${name}.log`), 'utf8');
      for (const line of log.split('\n').filter((each) => each !== '')) {
        const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
        if (read['ready'] === true) continue;
        expect(read, line).toMatchObject({
          name: name.replace(/-\d$/, ''),
          level: expect.any(Number),
          time: expect.any(Number),
        });
      }
    }
  });
});
