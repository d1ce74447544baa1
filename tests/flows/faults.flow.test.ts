import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RecordView } from '@tern/contracts/routes/records';
import { startStandby, type Standby } from '@tern/local-postgres/start-standby';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { openTurningClock, type TurningClock } from '@tern/testkit/system/turning-clock';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openNodeProxy, type NodeProxy } from './support/node-proxy.ts';

// Goal: clocks, networks and databases fail under a deposit and a payment at once, and both end right, once. Method: the
// whole system, its worker and api behind a network of the test's own, its clocks in the test's hands.
const usdt = 1_000_000n;
const hourMs = 3_600_000;

let system: System;
let ana: Person;
let outside: OutsideWallet;
let network: NodeProxy;
/** Of the api alone, whose questions are counted. */
let apiNetwork: NodeProxy;
/** A proxy stands before one address; here the node serves both roots at it, as TronGrid does. */
const oneAddress = { TRON_NODE_TIMEOUT_MS: '3000', DEVCHAIN_SOLIDITY_PORT: '' };
/** Of the machine that worker and signer share. */
let clock: TurningClock;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand', settings: oneAddress });
  network = await openNodeProxy(system.chain.url);
  apiNetwork = await openNodeProxy(system.chain.url);
  clock = openTurningClock(join(system.dataDir, 'machine-clock'));
  for (const name of ['worker', 'signer', 'api'] as const) await system.processes.kill(name);
  await system.processes.start('signer', clock.env);
  await Promise.all([
    system.processes.start('worker', { ...clock.env, TRON_NODE_URLS: network.url }),
    system.processes.start('api', { TRON_NODE_URLS: apiNetwork.url }),
  ]);
  ana = await system.register('email');
  await ana.setFactors();
  let ready = false;
  const opening = system
    .openOutsideWallet({ trx: 10_000_000_000n, usdt: 500_000n * usdt })
    .finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  outside = await opening;
  await outside.pay(ana.wallet.address, 'usdt', 10_000n * usdt);
  await mineUntil(system.chain, 'the first credit', async () => (await ana.available('usdt')) > 0n);
});
afterAll(async () => {
  await Promise.all([network.close(), apiNetwork.close()]);
  await system.stop();
});

// Every test ends with everything settled.
afterEach(async () => {
  expect(await system.findContradictions()).toEqual([]);
});

type UnderWay = { readonly record: RecordView; readonly to: string; readonly txId: string };

let paid = 0n;

/** An outside payment of an amount no other has: the same one twice would be one transaction. */
function pay(): Promise<string> {
  paid += 1n;
  return outside.pay(ana.wallet.address, 'usdt', 7n * usdt + paid);
}

/** A payment and a deposit, both at their beginning. */
async function begin(): Promise<UnderWay> {
  const to = freshAddress();
  const record = await ana.send({ to, assetId: 'usdt', amount: '2' });
  return { record, to, txId: await pay() };
}

/** What only time does otherwise: claims and waits of a worker that was away run out. */
async function letTimePass(): Promise<void> {
  await sql`
    UPDATE withdrawals SET due_at = clock_timestamp(), leased_until = CASE WHEN lease IS NULL THEN NULL ELSE clock_timestamp() END
     WHERE state IN ('approved', 'signed', 'broadcast', 'included')`.execute(system.db.kysely);
}

/** Both come to their one right end. */
async function expectSettled({ record, to, txId }: UnderWay): Promise<void> {
  const end = await mineUntil(system.chain, `the payment ${record.id}`, async () => {
    await letTimePass();
    const { status } = await ana.record(record.id);
    return status !== 'withdrawing' && status !== 'review-approved' && status;
  });
  expect(end).toBe('success');
  expect(await solidBalance(system, to, 'usdt')).toBe(2n * usdt);
  const credits = await mineUntil(system.chain, `the credit of ${txId}`, async () => {
    const { rows } = await sql<{ credited: boolean }>`
      SELECT destination = 'customer' OR resolution.deposit_id IS NOT NULL AS credited
        FROM deposits LEFT JOIN suspense_resolutions AS resolution ON resolution.deposit_id = deposits.id
       WHERE tx_id = ${txId}`.execute(system.db.kysely);
    return rows.some(({ credited }) => credited) && rows;
  });
  expect(credits).toEqual([{ credited: true }]);
}

async function waitingFor(id: string): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    SELECT waiting_for AS reason FROM withdrawals WHERE record_id = ${id}`.execute(system.db.kysely);
  return rows[0]?.reason ?? null;
}

describe('F-C1 a clock that jumps', () => {
  test.each([
    ['forward', hourMs],
    ['back', -hourMs],
  ])(
    '%s by an hour under worker and signer changes nothing: chain and database have clocks of their own',
    async (_, ms) => {
      const underWay = await begin();
      clock.advance(ms);
      await expectSettled(underWay);
      clock.advance(-ms);
      await expectSettled(await begin());
    },
  );

  test('under the worker alone makes payments wait for the signer, credits go on, and all is well once it is right', async () => {
    let underWay: UnderWay;
    const own = openTurningClock(join(system.dataDir, 'worker-clock'));
    await system.processes.kill('worker');
    await system.processes.start('worker', { ...own.env, TRON_NODE_URLS: network.url });
    own.advance(hourMs);
    try {
      underWay = await begin();
      const { record, txId } = underWay;
      await until('the payment waits', async () => (await waitingFor(record.id)) === 'signer');
      await mineUntil(system.chain, 'the credit', async () => {
        const { rows } = await sql`SELECT FROM deposits WHERE tx_id = ${txId}`.execute(system.db.kysely);
        return rows.length === 1;
      });
    } finally {
      own.advance(-hourMs);
    }
    await expectSettled(underWay);
  });
});

describe('F-N3 a node that is', () => {
  test.each(['half-open', 'slow'] as const)('%s holds up nobody but what needs it', async (how) => {
    const underWay = await begin();
    for (const each of [network, apiNetwork]) each.treat(how);
    try {
      await system.chain.mine(2);
      const before = apiNetwork.asked();
      expect(before).toBeGreaterThan(0);
      await ana.overview();
      await ana.records();
      // These need no node: there is nothing for them to wait for.
      expect(apiNetwork.asked()).toBe(before);
      await expect(ana.draft({ to: freshAddress(), assetId: 'usdt', amount: '2' })).rejects.toThrow('FEE_UNKNOWN');
      // Each is given up after its own wait: so few bound how long the refusal takes.
      const asked = apiNetwork.asked() - before;
      expect(asked).toBeGreaterThan(0);
      expect(asked).toBeLessThan(10);
    } finally {
      for (const each of [network, apiNetwork]) each.treat('pass');
    }
    await expectSettled(underWay);
  });
});

describe('F-D4 a storm of conflicts in the database', () => {
  /** The next `times` writes of the table are broken off, as PostgreSQL does to one of two transactions in conflict. */
  async function conflict(table: string, when: string, times: number): Promise<void> {
    await sql
      .raw(
        `CREATE SEQUENCE conflicts; GRANT USAGE ON SEQUENCE conflicts TO PUBLIC;
         CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('conflicts') <= ${times} THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'deadlock_detected'; END IF;
           RETURN NEW; END $$;
         CREATE TRIGGER conflict BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION conflict()`,
      )
      .execute(system.db.kysely);
  }
  const during = async <Result>(table: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } finally {
      await sql
        .raw(`DROP TRIGGER conflict ON ${table}; DROP FUNCTION conflict; DROP SEQUENCE conflicts`)
        .execute(system.db.kysely);
    }
  };

  test('delays a deposit and a payment, and doubles neither', async () => {
    await conflict('withdrawals', 'INSERT OR UPDATE', 4);
    const underWay = await during('withdrawals', begin);
    await conflict('deposits', 'INSERT', 12);
    await during('deposits', () => expectSettled(underWay));
  });

  test('that does not end refuses a confirmation whole, and the same request is accepted once afterwards', async () => {
    const to = freshAddress();
    const draft = await ana.draft({ to, assetId: 'usdt', amount: '2' });
    const [available, key] = [await ana.available('usdt'), randomUUID()];
    await conflict('withdrawals', 'INSERT', 1_000);
    await during('withdrawals', async () => {
      const refused = await ana.confirm(draft, { key });
      expect([refused.status, refused.code]).toEqual([503, 'UNAVAILABLE']);
      expect(await ana.available('usdt')).toBe(available);
    });
    const accepted = await ana.confirm(draft, { key });
    expect(accepted.status, accepted.text).toBe(200);
    expect((await ana.confirm(draft, { key })).body).toEqual(accepted.body);
    expect(await ana.available('usdt')).toBe(available - BigInt(draft.total));
    await expectSettled({
      record: accepted.body as RecordView,
      to,
      txId: await pay(),
    });
  });
});

describe('a standby takes over', () => {
  let standby: Standby | undefined;
  const follow = async (name: string): Promise<Standby> => {
    await system.whileDatabaseRuns(async (primary) => {
      standby = await startStandby({
        primary: { ...primary, dataDir: join(system.dataDir, 'database') },
        dataDir: join(system.dataDir, name),
        name,
        settings: { fsync: 'off' },
      });
    });
    if (standby === undefined) throw new Error('no standby');
    return standby;
  };

  test('F-D2 that every commit waited for: whatever was answered is there, and all goes on', async () => {
    const second = await follow('second');
    await sql`ALTER SYSTEM SET synchronous_standby_names = 'second'`.execute(system.db.kysely);
    await sql`SELECT pg_reload_conf()`.execute(system.db.kysely);
    await until('commits wait for it', async () => {
      const { rows } = await sql`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`.execute(system.db.kysely);
      return rows.length === 1;
    });
    const underWay = [await begin(), await begin(), await begin()];
    await system.failOver(second);
    for (const each of underWay) await expectSettled(each);
  });
});
