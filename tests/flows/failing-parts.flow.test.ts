import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { openApiClient, type ApiAnswer } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mountSmallDisk, moveTables, type SmallDisk } from '../campaigns/small-disk.ts';
import { letTimePass, openEveryday, type Everyday, type EverydayPeople } from './support/everyday.ts';
import { openNotificationProxy, type NotificationProxy } from './support/notification-proxy.ts';
import { failWrites, flipBit, moveFolder, moveLog, moveLogBack, sizeOfLog } from './support/storage-faults.ts';

// Goal: where disk, memory, files, the store of limits or messages between processes fail, what people do with money is refused
// or waits, and afterwards is done once. Method: the whole system with a deposit, a payment and a swap under way; real disks of a
// few megabytes that are filled to the last byte where this user may mount one (elsewhere PostgreSQL is made to answer as it does
// on one), a bit flipped in a table's file, processes that V8 ends for want of memory, and a proxy before the database that loses
// or repeats its notifications.
let system: System;
let people: EverydayPeople;
let ana: Person;
const disks: SmallDisk[] = [];

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  people = await openEveryday(system);
  ({ ana } = people);
});
afterAll(async () => {
  await system.stop();
  for (const disk of disks) await disk.unmount();
});

// Every test ends with everything settled.
afterEach(async () => {
  expect(await system.findContradictions()).toEqual([]);
});

const execute = (query: string) => sql.raw(query).execute(system.db.kysely);

/** Refused for now, with words for people, and never by a fault that ends the process. */
function expectUnavailable(answer: ApiAnswer): void {
  expect([answer.status, answer.code], answer.text).toEqual([503, 'UNAVAILABLE']);
}

/** Does nothing but say a price, where swaps are open. */
const askForQuote = (amount: string) =>
  ana.api.send({
    method: 'POST',
    path: '/swaps/quotes',
    body: { walletId: ana.wallet.id, assetOut: 'usdt', assetIn: 'reward', amount },
  });

async function mountDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const disk = await mountSmallDisk(megabytes);
  if (disk !== undefined) disks.push(disk);
  return disk;
}

describe('F-D6 where bytes of the books have changed', () => {
  test('F-D6 a changed row of the ledger closes every flow of money, and they open once it is mended', async () => {
    const everyday = await people.prepare();
    const account = "(SELECT min(id) FROM ledger.accounts WHERE class = 'customer' AND asset = 'usdt' AND posted > 0)";
    const change = (by: number) => execute(`UPDATE ledger.accounts SET posted = posted + ${by} WHERE id = ${account}`);
    await change(1);
    await lookAtEverything();
    await until('the flows are closed', async () => (await askForQuote('5')).status === 503);
    expectUnavailable(await askForQuote('5'));
    expectUnavailable(await people.pay(everyday));
    expectUnavailable(await people.swap(everyday));
    await letTimePass(system);
    await system.chain.mine(30);
    await expectNothingBooked(everyday);
    await change(-1);
    await lookAtEverything();
    await until('the flows are open', async () => (await askForQuote('5')).status === 200);
    await people.expectEnded(everyday);
  });

  test('F-D6 a flipped bit in the file of a table is never read as money: all waits, and goes on once it is mended', async () => {
    const everyday = await people.prepare();
    const { rows } = await sql<{ checksums: string; path: string }>`
      SELECT current_setting('data_checksums') AS checksums,
             current_setting('data_directory') || '/' || pg_relation_filepath('ledger.accounts') AS path`.execute(
      system.db.kysely,
    );
    const { checksums, path } = rows[0] ?? { checksums: '', path: '' };
    expect(checksums).toBe('on');
    const flip = () => system.whileDatabaseStops(() => flipBit(path));
    await flip();
    for (const answer of [await people.pay(everyday), await people.swap(everyday)])
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(500);
    await system.chain.mine(30);
    await until('the reader finds it', async () => {
      const { rows: damaged } = await sql`SELECT FROM ledger.accounts`
        .execute(system.db.kysely)
        .catch((error: unknown) => ({ rows: String(error).includes('invalid page') ? ['damaged'] : [] }));
      return damaged.length === 1;
    });
    await expectNothingBooked(everyday);
    await flip();
    await people.expectEnded(everyday);
  });

  /** A worker looks when it starts, at everything where a day has passed. */
  async function lookAtEverything(): Promise<void> {
    await system.processes.kill('worker');
    await execute('UPDATE book_inspections SET inspected_at = NULL, full_at = NULL, claimed_until = NULL');
    await system.processes.start('worker');
  }
});

/** Neither the deposit nor the payment is in the books, and the cursor has not passed the deposit. */
async function expectNothingBooked({ deposit, payment }: Everyday): Promise<void> {
  const { rows } = await sql`
    SELECT (SELECT count(*)::int FROM deposits WHERE tx_id = ${deposit.txId}) AS deposits,
           (SELECT count(*)::int FROM withdrawals WHERE draft_id = ${payment.draft.id}) AS payments,
           (SELECT count(*)::int FROM ledger.open_holds) AS holds`.execute(system.db.kysely);
  expect(rows).toEqual([{ deposits: 0, payments: 0, holds: 0 }]);
}

describe('F-L1 where the store of limits is down', () => {
  const limited = {
    rate_windows: ['a code for a stranger', 'a sign-in', 'a quote'],
    pending_tries: ['a sign-in', 'a payment', 'a swap'],
  } as const;
  type Action = (typeof limited)[keyof typeof limited][number];

  const actions = (everyday: Everyday, stranger: string): Record<Action, () => Promise<ApiAnswer>> => ({
    'a code for a stranger': () =>
      openApiClient(system.url).send({
        method: 'POST',
        path: '/identity/register/code',
        body: { target: { kind: 'email', email: stranger } },
      }),
    'a sign-in': () =>
      openApiClient(system.url).send({
        method: 'POST',
        path: '/identity/login',
        body: { target: ana.target, password: ana.loginPassword },
      }),
    'a quote': () => askForQuote('5'),
    'a payment': () => people.pay(everyday),
    'a swap': () => people.swap(everyday),
  });

  test.each(Object.keys(limited) as (keyof typeof limited)[])(
    'F-L1 (%s) right passwords and codes are refused like all others, nothing is done, and all works once it is back',
    async (table) => {
      const everyday = await people.prepare();
      const stranger = `stranger-${randomUUID()}@example.org`;
      const all = actions(everyday, stranger);
      const available = await ana.available('usdt');
      const sessions = await count('sessions');
      const giveRoom = await failWrites(system.db, table);
      for (const name of limited[table]) expectUnavailable(await all[name]());
      await giveRoom();
      await execute(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      for (const name of limited[table]) {
        const answer = await all[name]();
        expect(answer.status, `${name}: ${answer.text}`).toBeGreaterThanOrEqual(500);
      }
      await execute(`ALTER TABLE ${table}_away RENAME TO ${table}`);
      expect(await ana.available('usdt')).toBe(available);
      expect(await count('sessions')).toBe(sessions);
      expect(await count('outbox', `recipient = '${stranger}'`)).toBe(0);
      for (const name of limited[table]) {
        const answer = await all[name]();
        expect(answer.status, `${name}: ${answer.text}`).toBe(200);
      }
      await people.expectEnded(everyday);
    },
  );
});

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql
    .raw<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)
    .execute(system.db.kysely);
  return rows[0]?.n ?? 0;
}

describe('messages between processes', () => {
  const proxies: NotificationProxy[] = [];
  afterAll(async () => {
    for (const name of ['worker', 'api'] as const)
      if (system.processes.isRunning(name)) await system.processes.kill(name);
    for (const proxy of proxies) await proxy.close();
    await Promise.all([system.processes.start('worker'), system.processes.start('api')]);
  });

  test.each([
    ['F-M1 notifications that come twice and in another order change nothing', 'repeat'],
    ['F-M2 with every notification lost all is found within a minute', 'lose'],
  ] as const)(
    '%s: a deposit, a payment, a swap and a distribution end once, and each is told of once',
    async (_, how) => {
      for (const name of ['worker', 'api'] as const) {
        const proxy = await openNotificationProxy(system.logins[name], how);
        proxies.push(proxy);
        await system.processes.kill(name);
        if (name === 'worker') await letHoursPass(system.db, 24);
        await system.processes.start(name, {
          ...(name === 'api' ? system.clock.env : {}),
          DATABASE_URL: proxy.url,
        });
      }
      const everyday = await people.prepare();
      await Promise.all([people.pay(everyday), people.swap(everyday), people.swap(everyday)]);
      await people.expectEnded(everyday);
      await until('the distribution is closed', async () => (await count('distributions', "state <> 'closed'")) === 0);
      // The worker heard of blocks, the api of blocks and of what is hers; or would have. How often is a matter of speed:
      // several blocks read together are told of once.
      const [worker, api] = proxies.slice(-2).map((proxy) => [...proxy.seen()]);
      expect(worker).toContain('chain');
      expect(api).toEqual(expect.arrayContaining(['chain', 'live']));
    },
  );
});

describe('F-O1 a process that runs out of memory', () => {
  test.each(['worker', 'signer', 'api'] as const)(
    'F-O1 (%s) is ended in the middle of its work, and a deposit, a payment, a swap and a distribution end once',
    async (name) => {
      const everyday = await people.prepare();
      const file = join(system.dataDir, `leak ${name}`);
      const { NODE_OPTIONS: options = '' } = name === 'api' ? system.clock.env : {};
      await system.processes.kill(name);
      if (name === 'worker') await letHoursPass(system.db, 24);
      await system.processes.start(name, {
        NODE_OPTIONS: `${options} --max-old-space-size=160 --import=${new URL('./support/leak-memory.ts', import.meta.url).href}`,
        TESTKIT_LEAK_FILE: file,
      });
      const ended = system.processes.ended(name);
      writeFileSync(file, '');
      await until(`${name} has no memory left`, async () => {
        if (!system.processes.isRunning(name)) return true;
        // The api may be gone before it answers.
        await Promise.allSettled([people.pay(everyday), people.swap(everyday)]);
        if ((await system.chain.unread()) < 30) await system.chain.mine(2);
        return undefined;
      });
      // V8 gives up by itself; a kernel that does it for the machine sends SIGKILL, as in the tests of F-K1.
      expect(['SIGABRT', 'SIGTRAP', 'SIGILL']).toContain(await ended);
      await letTimePass(system);
      await system.processes.start(name);
      await people.expectEnded(everyday);
      await until('the distribution is closed', async () => (await count('distributions', "state <> 'closed'")) === 0);
      expect(await count('distributions')).toBeGreaterThan(0);
    },
  );
});

describe('F-D5 where the disk is full', () => {
  test('F-D5 (uploads) a picture is refused and leaves nothing, people log in, and it is kept once there is room', async () => {
    const disk = await mountDisk(2);
    const [incoming, pictures] = [join(system.dataDir, 'incoming'), join(system.dataDir, 'pictures')];
    const upload = () =>
      fetch(`${system.url}/api/activities/pictures`, {
        method: 'POST',
        headers: {
          origin: system.url,
          cookie: [...ana.api.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'content-type': 'image/png',
        },
        body: picture,
      });
    const kept = async () => (await readdir(pictures).catch(() => [])).length;
    const rows = await count('activity_pictures');
    if (disk === undefined) await rename(pictures, `${pictures}.away`);
    else {
      await moveFolder(incoming, 'incoming', disk);
      await moveFolder(pictures, 'pictures', disk);
      await disk.fill();
    }
    const refused = await upload();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    expect([await kept(), await count('activity_pictures')]).toEqual([0, rows]);
    const login = await openApiClient(system.url).send({
      method: 'POST',
      path: '/identity/login',
      body: { target: ana.target, password: ana.loginPassword },
    });
    expect(login.status, login.text).toBe(200);
    if (disk === undefined) await rename(`${pictures}.away`, pictures);
    await disk?.free();
    expect((await upload()).status).toBe(200);
    expect([await kept(), await count('activity_pictures')]).toEqual([1, rows + 1]);
    if (existsSync(incoming)) expect(await readdir(incoming)).toEqual([]);
  });

  test('F-D5 (log of the database) the server stops, nothing answered is lost, and all goes on once there is room', async () => {
    const everyday = await people.prepare();
    const { rows } = await sql<{ cluster: string }>`SELECT current_setting('data_directory') AS cluster`.execute(
      system.db.kysely,
    );
    const cluster = rows[0]?.cluster ?? '';
    const disk = await mountDisk((await sizeOfLog(cluster)) + logRoom);
    if (disk === undefined) await system.crashDatabase();
    else {
      await system.whileDatabaseStops(() => moveLog(cluster, disk));
      await disk.fill();
      const useUp = async (): Promise<void> => {
        for (let files = 0; files < 100; files += 1)
          await sql`SELECT pg_logical_emit_message(true, 'full', 'x'), pg_switch_wal()`.execute(system.db.kysely);
      };
      await expect(useUp()).rejects.toThrow(/terminat|No space left|shutting down|recovery/);
      for (const answer of [await people.pay(everyday), await people.swap(everyday)])
        expect([200, 503], answer.text).toContain(answer.status);
      await disk.free();
      await system.crashDatabase();
    }
    await letTimePass(system);
    await people.expectEnded(everyday);
    if (disk !== undefined) await system.whileDatabaseStops(() => moveLogBack(cluster, disk));
  });

  test('F-D5 (tables) the reader stops before its cursor, nothing is signed or half done, and all goes on once there is room', async () => {
    const everyday = await people.prepare();
    const disk = await mountDisk(160);
    let giveRoom: () => Promise<void>;
    if (disk === undefined) giveRoom = await failWrites(system.db, 'deposits', 'withdrawals', 'swaps', 'swap_quotes');
    else {
      await moveTables(system.db, disk);
      giveRoom = disk.free;
      await disk.fill();
    }
    // Pages in use have room for a few rows.
    let refusals = 0;
    for (let tries = 0; tries < 400 && refusals < 3; tries += 1) {
      const answer = await swapSome();
      if (answer.status === 200) continue;
      expectUnavailable(answer);
      refusals += 1;
    }
    expect(refusals).toBe(3);
    const available = await ana.available('usdt');
    const paid = await people.pay(everyday);
    if (paid.status !== 200) {
      expectUnavailable(paid);
      expect(await ana.available('usdt')).toBe(available);
      expect(await count('withdrawals', `draft_id = '${everyday.payment.draft.id}'`)).toBe(0);
    }
    for (let look = 0; look < 10; look += 1) {
      await system.chain.mine(3);
      expect(await isPassedOver(everyday)).toBe(false);
    }
    await giveRoom();
    await letTimePass(system);
    await people.expectEnded(everyday);
  });

  async function swapSome(): Promise<ApiAnswer> {
    const quoted = await askForQuote('1');
    if (quoted.status !== 200) return quoted;
    return await ana.api.send({
      method: 'POST',
      path: `/swaps/quotes/${(quoted.body as QuoteView).id}/execute`,
      headers: { 'idempotency-key': randomUUID() },
      body: { tradePassword: ana.tradePassword },
    });
  }

  /** Whether the cursor is beyond a deposit that is not in the books. */
  async function isPassedOver({ deposit }: Everyday): Promise<boolean> {
    const { height } = await system.chain.info();
    const { rows } = await sql<{ passed: boolean }>`
      SELECT block_number >= ${height - 19} AND NOT EXISTS (SELECT FROM deposits WHERE tx_id = ${deposit.txId}) AS passed
        FROM deposit_cursor`.execute(system.db.kysely);
    return rows[0]?.passed === true;
  }
});

/** Megabytes of the log's disk beside what is there already: four files of it. */
const logRoom = 64;

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
