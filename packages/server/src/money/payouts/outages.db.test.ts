import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { WithdrawalId } from '@tern/base/ids';
import { openDatabase, type Database } from '@tern/db/database';
import { openNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { deadNode, forkedNode } from '../../chain/orders/testing/strange-nodes.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { findWithdrawal } from '../transfers/withdrawal-store.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { planPayout } from './plan-payout.ts';
import { broadcastPayouts, followPayouts, signPayouts } from './work-payouts.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';

// Goal: whatever is away, slow, full or wrong about the time, a payment waits with its hold and its reason, goes on by
// itself, and is made once. Method: the rows of the fault matrix, each with a payment in the middle of it.
let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n });
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.chain.admin.clearFaults();
  await bench.drain();
});
afterAll(() => bench.close());

type Payment = { readonly id: WithdrawalId; readonly to: ReturnType<typeof randomAddress> };

async function send(): Promise<Payment> {
  const to = randomAddress();
  const { id } = await bench.send(ana, { to, amount: '2' });
  return { id, to };
}

async function waiting(id: WithdrawalId): Promise<string> {
  const { rows } = await sql<{ waiting_for: string | null; waiting_detail: string | null }>`
    SELECT waiting_for, waiting_detail FROM withdrawals WHERE id = ${id}`.execute(bench.db.kysely);
  return `${rows[0]?.waiting_for}: ${rows[0]?.waiting_detail}`;
}

async function expectPaid({ id, to }: Payment): Promise<void> {
  await bench.drain();
  expect(await bench.stateOf(id)).toBe('completed');
  expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['succeeded']);
  expect(await bench.onChain(to, 'usdt')).toBe(2_000_000n);
  await bench.checkCustody();
}

const withNodes = (...nodes: PayoutDeps['chain']['nodes']): Partial<PayoutDeps> => ({
  chain: { ...bench.payouts.chain, nodes },
});

describe('nodes', () => {
  test('F-N1-withdraw with the first node down a payment is signed and handed out by way of the second, and settles when both show it', async () => {
    const payment = await send();
    const nodes = withNodes(deadNode(bench.node), bench.node);
    await bench.tick(nodes);
    expect(await bench.stateOf(payment.id)).toBe('broadcast');
    await bench.chain.admin.mine(25);
    await bench.tick(nodes);
    expect(await bench.stateOf(payment.id)).toBe('broadcast');
    expect(await waiting(payment.id)).toMatch(/^node: /);
    await expectPaid(payment);
  });

  test('F-N2-withdraw with both nodes down nothing is signed, and an expiry meanwhile is proven afterwards', async () => {
    const early = await send();
    await bench.chain.admin.setFault({ kind: 'drop' });
    await bench.tick();
    await bench.chain.admin.clearFaults();
    const late = await send();
    const both = withNodes(deadNode(bench.node), deadNode(bench.node));
    await bench.chain.admin.advanceTime(700_000);
    await bench.chain.admin.mine(22);
    for (let look = 0; look < 3; look += 1) await bench.tick(both);
    expect(await bench.attemptsOf(late.id)).toEqual([]);
    expect(await waiting(late.id)).toMatch(/^node: /);
    expect((await bench.attemptsOf(early.id)).map(({ state }) => state)).toEqual(['signed']);
    await expectPaid(late);
    expect((await bench.attemptsOf(early.id)).map(({ state }) => state)).toEqual(['dead', 'succeeded']);
  });

  test('F-N7-withdraw nothing is signed while one node follows another network', async () => {
    const payment = await send();
    await bench.tick(withNodes(bench.node, forkedNode(bench.node, 1)));
    expect(await bench.attemptsOf(payment.id)).toEqual([]);
    expect(await waiting(payment.id)).toMatch(/^node: forked is on another chain than /);
    await expectPaid(payment);
  });
});

describe('F-N3-withdraw a node that', () => {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    if (server === undefined) return;
    server.close();
    await once(server, 'close');
    server = undefined;
  });

  /** A server of the test's own that treats every connection as `serve` says. */
  async function hostile(serve: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      serve(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  test.each<[string, (socket: Socket) => void]>([
    ['takes the connection and says nothing', () => undefined],
    ['begins an answer and never ends it', (socket) => socket.write(`${head}content-length: 100\r\n\r\n{"block`)],
    ['sends a byte now and then', (socket) => void setInterval(() => socket.write(' '), 50).unref()],
    ['breaks the connection in the answer', (socket) => socket.end(`${head}content-length: 100\r\n\r\n{"block`)],
    ['breaks the connection at once', (socket) => socket.destroy()],
    ['answers with what is no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['ends an answer in the middle of the JSON', (socket) => socket.end(`${head}content-length: 8\r\n\r\n{"block`)],
    ['sends a page instead', (socket) => socket.end(`${head}content-length: 13\r\n\r\n<html></html>`)],
  ])('%s costs its time-out and nothing else, before and after signing', async (_, serve) => {
    const timeoutMs = 150;
    const node = openNode({ url: await hostile(serve), timeoutMs });
    const payment = await send();
    const startedMs = performance.now();
    await bench.tick(withNodes(node));
    expect(await bench.attemptsOf(payment.id)).toEqual([]);
    expect(await waiting(payment.id)).toMatch(/^node: .*(timeout|unavailable|malformed)/);
    await bench.tick();
    await bench.tick(withNodes(node));
    // Six questions at most stand in one tick's way one after the other.
    expect(performance.now() - startedMs).toBeLessThan(20 * timeoutMs + 10_000);
    expect(await bench.stateOf(payment.id)).toBe('broadcast');
    await expectPaid(payment);
  });
});

describe('F-N5-withdraw while', () => {
  const heads = (head: string, solid: string) =>
    sql`
    INSERT INTO chain_heads (head_number, head_id, head_time, solid_number, solid_time, head_moved_at, solid_moved_at)
    VALUES (200, 'ab', now(), 181, now(), now() - ${head}::interval, now() - ${solid}::interval)
    ON CONFLICT (singleton) DO UPDATE SET head_moved_at = excluded.head_moved_at, solid_moved_at = excluded.solid_moved_at`.execute(
      bench.db.kysely,
    );
  afterEach(() => sql`DELETE FROM chain_heads`.execute(bench.db.kysely));

  test.each([
    ['the chain stands still', '3 hours', '3 hours', 'head-stalled'],
    ['blocks come and none becomes irreversible', '1 second', '10 minutes', 'solid-stalled'],
  ])('M24 %s nothing is signed', async (_, head, solid, fault) => {
    const payment = await send();
    await heads(head, solid);
    await bench.tick();
    expect(await bench.attemptsOf(payment.id)).toEqual([]);
    expect(await waiting(payment.id)).toBe(`node: the chain: ${fault}`);
    await heads('1 second', '1 second');
    await expectPaid(payment);
  });
});

describe('clocks', () => {
  const hourMs = 3_600_000;

  test.each([-2 * hourMs, -hourMs, hourMs, 2 * hourMs])(
    'M24 F-C1-withdraw with the wall clock %s ms off, expiry and reference come from the chain, and a payment is made once',
    async (offMs) => {
      const payment = await send();
      const withdrawal = await findWithdrawal(bench.asWorker.kysely, payment.id);
      if (withdrawal === undefined) throw new Error('no withdrawal');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
      const plan = await planPayout(bench.payouts, withdrawal, bench.hotAddress);
      const now = (await bench.node.ask('/wallet/getnowblock', {})) as {
        block_header: { raw_data: { timestamp: number } };
      };
      if (plan.kind !== 'order') throw new Error(JSON.stringify(plan));
      expect(plan.order.expirationMs).toBe(now.block_header.raw_data.timestamp + 600_000);
      expect(plan.order.refBlock.number).toBe(bench.chain.info().solidHeight);
      // The signer takes no request from so far away in time: it waits, and says so.
      await bench.tick();
      expect(await waiting(payment.id)).toMatch(/^signer: /);
      vi.useRealTimers();
      await expectPaid(payment);
    },
  );

  test('F-C2-withdraw two workers whose clocks differ by five minutes never hold the same payment', async () => {
    const payments = [await send(), await send(), await send()];
    await bench.makeDue();
    let inside = 0;
    let most = 0;
    const { signer } = bench.payouts;
    const watched: typeof signer = {
      ...signer,
      signOrder: async (order) => {
        inside += order.orderId === payments[0]?.id ? 1 : 0;
        most = Math.max(most, inside);
        const signed = await signer.signOrder(order);
        inside -= order.orderId === payments[0]?.id ? 1 : 0;
        return signed;
      },
    };
    const worker = async (offMs: number): Promise<void> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
      // Claims run by the database's clock: this one has just been taken, whatever the time is here.
      const looking = signPayouts({ ...bench.payouts, signer: watched }, { limit: 20 }).catch(() => 0);
      vi.useRealTimers();
      await looking;
    };
    await Promise.all([worker(0), worker(300_000), worker(-300_000)]);
    expect(most).toBe(1);
    for (const payment of payments) await expectPaid(payment);
  });
});

test('F-M1-withdraw orders that reach the signer twice and in another order are signed once, and paid once', async () => {
  const payments = [await send(), await send(), await send()];
  const { signer } = bench.payouts;
  const waiting: (() => void)[] = [];
  const signatures: string[][] = [];
  const doubling: typeof signer = {
    ...signer,
    signOrder: async (order) => {
      // The last of the three to come is the first to be asked.
      await new Promise<void>((resolve) => {
        waiting.unshift(resolve);
        if (waiting.length === payments.length) for (const go of waiting.splice(0)) go();
        else setImmediate(() => waiting.splice(0).forEach((go) => go()));
      });
      const answers = [
        await signer.signOrder(order),
        ...(await Promise.all([1, 2].map(() => signer.signOrder(order)))),
      ];
      signatures.push(answers.map(({ txId }) => txId));
      const [, repeated] = answers;
      if (repeated === undefined) throw new Error('no answer');
      return repeated;
    },
  };
  await bench.tick({ signer: doubling });
  expect(signatures).toHaveLength(payments.length);
  for (const ids of signatures) expect(new Set(ids).size).toBe(1);
  for (const payment of payments) await expectPaid(payment);
});

describe('F-D5-withdraw with a full disk', () => {
  /** From now on PostgreSQL answers writes to the table as it does when the disk is full. */
  async function fill(table: string, when: string): Promise<void> {
    await sql
      .raw(
        `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
         CREATE TRIGGER full_disk BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION full_disk()`,
      )
      .execute(bench.db.kysely);
  }
  const free = (table: string) => sql.raw(`DROP TRIGGER full_disk ON ${table}`).execute(bench.db.kysely);

  test('no order is stored, so nothing is signed, and the hold is untouched', async () => {
    const payment = await send();
    const held = await bench.balance(ana);
    let asked = 0;
    const { signer } = bench.payouts;
    const counting: typeof signer = { ...signer, signOrder: (order) => ((asked += 1), signer.signOrder(order)) };
    await fill('withdrawal_attempts', 'INSERT');
    await expect(bench.tick({ signer: counting })).rejects.toThrow('No space left on device');
    await free('withdrawal_attempts');
    expect(asked).toBe(0);
    expect(await bench.balance(ana)).toBe(held);
    await expectPaid(payment);
  });

  test('a signature that cannot be stored is made no second time', async () => {
    const payment = await send();
    await fill('withdrawal_attempts', 'UPDATE');
    await expect(bench.tick()).rejects.toThrow('No space left on device');
    await free('withdrawal_attempts');
    expect((await bench.attemptsOf(payment.id)).map(({ state }) => state)).toEqual(['ordered']);
    await expectPaid(payment);
  });

  test('a payment that is final cannot be settled by half', async () => {
    const payment = await send();
    await bench.tick();
    await bench.chain.admin.mine(25);
    const held = await bench.balance(ana);
    await fill('withdrawal_states', 'INSERT');
    await expect(bench.tick()).rejects.toThrow('No space left on device');
    await free('withdrawal_states');
    expect(await bench.balance(ana)).toBe(held);
    await expectPaid(payment);
  });
});

describe('M37 decisions on stale reads', () => {
  let replica: Database;
  beforeAll(() => {
    const url = new URL(bench.workerUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    replica = openDatabase({ url: url.href, applicationName: 'replica', poolMax: 2 });
  });
  afterAll(() => replica.close());

  test('on a database that can only be read, as a replica, nothing is signed, handed out or concluded', async () => {
    const approved = await send();
    const { signer, ...rest } = bench.payouts;
    let asked = 0;
    const counting: typeof signer = { ...signer, signOrder: (order) => ((asked += 1), signer.signOrder(order)) };
    const deps = { ...rest, signer: counting, db: replica };
    await bench.makeDue();
    for (const look of [signPayouts, broadcastPayouts, followPayouts]) {
      await expect(look(deps, { limit: 10 })).rejects.toThrow('read-only transaction');
    }
    await bench.tick();
    await bench.chain.admin.mine(25);
    await bench.makeDue();
    await expect(followPayouts(deps, { limit: 10 })).rejects.toThrow('read-only transaction');
    expect(asked).toBe(0);
    await expectPaid(approved);
  });
});
