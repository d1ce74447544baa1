import { openNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hostilities, openHostileServer, type HostileServer } from './hostile-server.ts';
import { outlive, statesOf, type KindTraits, type OrderBench } from './order-bench.ts';
import { deadNode, forkedNode } from './strange-nodes.ts';

const hourMs = 3_600_000;

// Goal: whatever is away, slow, or wrong about the time, an order waits with its reason, goes on by itself, and is carried
// out once. Method: the rows of the fault matrix, each with an order in the middle of it.
export function describeOutages<Order>(kind: string, traits: KindTraits, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    beforeAll(async () => {
      bench = await open();
    });
    afterEach(async () => {
      vi.useRealTimers();
      await bench.chain.admin.clearFaults();
      await bench.drain();
    });
    afterAll(() => bench.close());

    const states = async (order: Order) => statesOf(await bench.attemptsOf(order));
    const expectDone = async (order: Order): Promise<void> => {
      await bench.drain();
      expect(await states(order)).toEqual(['paid']);
      await bench.expectDoneOnce(order);
    };
    const makeSome = async (): Promise<readonly [Order, ...Order[]]> => {
      const orders: [Order, ...Order[]] = [await bench.make()];
      if (traits.many) orders.push(await bench.make(), await bench.make());
      return orders;
    };

    describe('nodes', () => {
      test('F-N1-withdraw with the first node down an order is signed and handed out by way of the second, and settles when both show it', async () => {
        const order = await bench.make();
        const nodes = [deadNode(bench.node), bench.node] as const;
        await bench.tick({ nodes });
        expect(await states(order)).toEqual(['signed']);
        await bench.chain.admin.mine(25);
        await bench.tick({ nodes });
        expect(await states(order)).toEqual(['signed']);
        expect(await bench.waitingOf(order)).toMatch(/^node: /);
        await expectDone(order);
      });

      test('F-N2-withdraw with both nodes down nothing is signed, and an expiry meanwhile is proven afterwards', async () => {
        const early = await bench.make();
        await bench.chain.admin.setFault({ kind: 'drop' });
        await bench.tick();
        await bench.chain.admin.clearFaults();
        const late = traits.many ? await bench.make() : undefined;
        await outlive(bench);
        const nodes = [deadNode(bench.node), deadNode(bench.node)] as const;
        for (let look = 0; look < 3; look += 1) await bench.tick({ nodes });
        if (late !== undefined) {
          expect(await bench.attemptsOf(late)).toEqual([]);
          expect(await bench.waitingOf(late)).toMatch(/^node: /);
        }
        expect(await states(early)).toEqual(['signed']);
        expect(await bench.waitingOf(early)).toMatch(/^node: /);
        await bench.drain();
        expect(await states(early)).toEqual(['dead', 'paid']);
        for (const order of late === undefined ? [early] : [early, late]) await bench.expectDoneOnce(order);
      });

      test('F-N7-withdraw nothing is signed while one node follows another network', async () => {
        const order = await bench.make();
        await bench.tick({ nodes: [bench.node, forkedNode(bench.node, 1)] });
        expect(await bench.attemptsOf(order)).toEqual([]);
        expect(await bench.waitingOf(order)).toMatch(/^node: forked is on another chain than /);
        await expectDone(order);
      });
    });

    describe('F-N3-withdraw a node that', () => {
      let server: HostileServer | undefined;
      afterEach(async () => {
        await server?.close();
        server = undefined;
      });

      test.each(hostilities)('%s costs its time-out and nothing else, before and after signing', async (_, serve) => {
        const timeoutMs = 150;
        server = await openHostileServer(serve);
        const nodes = [openNode({ url: server.url, timeoutMs })] as const;
        const order = await bench.make();
        const startedMs = performance.now();
        await bench.tick({ nodes });
        expect(await bench.attemptsOf(order)).toEqual([]);
        expect(await bench.waitingOf(order)).toMatch(/^node: .*(timeout|unavailable|malformed)/);
        await bench.tick();
        await bench.tick({ nodes });
        // Six questions at most stand in one tick's way one after the other.
        expect(performance.now() - startedMs).toBeLessThan(20 * timeoutMs + 10_000);
        expect(await states(order)).toEqual(['signed']);
        await expectDone(order);
      });
    });

    describe('F-N5-withdraw while', () => {
      const heads = (head: string, solid: string) =>
        sql`
          INSERT INTO chain_heads (head_number, head_id, head_time, solid_number, solid_time, head_moved_at, solid_moved_at)
          VALUES (200, 'ab', now(), 181, now(), now() - ${head}::interval, now() - ${solid}::interval)
          ON CONFLICT (singleton) DO UPDATE SET head_number = excluded.head_number, solid_number = excluded.solid_number,
            head_moved_at = excluded.head_moved_at, solid_moved_at = excluded.solid_moved_at`.execute(
          bench.owner.kysely,
        );
      afterEach(() => sql`DELETE FROM chain_heads`.execute(bench.owner.kysely));

      test.each([
        ['the chain stands still', '3 hours', '3 hours', 'head-stalled'],
        ['blocks come and none becomes irreversible', '1 second', '10 minutes', 'solid-stalled'],
      ])('M24 %s nothing is signed', async (_, head, solid, fault) => {
        const order = await bench.make();
        await heads(head, solid);
        await bench.tick();
        expect(await bench.attemptsOf(order)).toEqual([]);
        expect(await bench.waitingOf(order)).toBe(`node: the chain: ${fault}`);
        await sql`DELETE FROM chain_heads`.execute(bench.owner.kysely);
        await expectDone(order);
      });
    });

    describe('clocks', () => {
      test.each([-2 * hourMs, -hourMs, hourMs, 2 * hourMs])(
        'M24 F-C1-withdraw with the wall clock %s ms off, expiry and reference come from the chain, and an order is carried out once',
        async (offMs) => {
          const order = await bench.make();
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
          // The signer takes no request from so far away in time: it waits, and says so.
          await bench.tick();
          vi.useRealTimers();
          expect(await bench.waitingOf(order)).toMatch(/^signer: /);
          const now = (await bench.node.ask('/wallet/getnowblock', {})) as {
            block_header: { raw_data: { timestamp: number } };
          };
          const question = await bench.questionOf(order);
          expect(question.expirationMs).toBe(now.block_header.raw_data.timestamp + bench.lifetimeMs);
          expect(question.refBlock.number).toBe(bench.chain.info().solidHeight);
          await expectDone(order);
        },
      );

      test('F-C2-withdraw two workers whose clocks differ by five minutes never hold the same order', async () => {
        const orders = await makeSome();
        await bench.makeDue();
        const inside = new Map<string, number>();
        let most = 0;
        const worker = async (offMs: number): Promise<void> => {
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
          // Claims run by the database's clock: this one has just been taken, whatever the time is here.
          const looking = bench
            .step('sign', {
              around: async ({ orderId }, ask) => {
                inside.set(orderId, (inside.get(orderId) ?? 0) + 1);
                most = Math.max(most, inside.get(orderId) ?? 0);
                const signed = await ask();
                inside.set(orderId, (inside.get(orderId) ?? 0) - 1);
                return signed;
              },
            })
            .catch(() => 0);
          vi.useRealTimers();
          await looking;
        };
        await Promise.all([worker(0), worker(300_000), worker(-300_000)]);
        expect(most).toBe(1);
        for (const order of orders) await expectDone(order);
      });
    });

    test('F-M1-withdraw orders that reach the signer several times are signed once, and carried out once', async () => {
      const orders = await makeSome();
      const signatures: string[][] = [];
      await bench.tick({
        around: async (_question, ask) => {
          const [first, ...others] = [await ask(), ...(await Promise.all([ask(), ask()]))] as const;
          signatures.push([first, ...others].map(({ txId }) => txId));
          return others.at(-1) ?? first;
        },
      });
      expect(signatures).toHaveLength(orders.length);
      for (const ids of signatures) expect(new Set(ids).size).toBe(1);
      for (const order of orders) await expectDone(order);
    });
  });
}
