import { openNode } from '@tern/tron/open-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hostilities, openHostileServer, type HostileServer } from './hostile-server.ts';
import { type KindTraits, type OrderWorld, checksOf } from './order-world.ts';

const hourMs = 3_600_000;

// Goal: nodes that answer nothing sensible and clocks that are wrong cost time and nothing else. Method: servers of the test's
// own in the place of a node, and a wall clock that is turned under the worker.
export function describeBadAnswers<Order>(
  kind: string,
  traits: KindTraits,
  open: () => Promise<OrderWorld<Order>>,
): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterEach(async () => {
      vi.useRealTimers();
      await world.drain();
    });
    afterAll(() => world.close());

    const { states, expectDone, makeSome } = checksOf(() => world);

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
        const order = await world.make();
        const startedMs = performance.now();
        await world.tick({ nodes });
        expect(await world.attemptsOf(order)).toEqual([]);
        expect(await world.waitingOf(order)).toMatch(/^node: .*(timeout|unavailable|malformed)/);
        await world.tick();
        await world.tick({ nodes });
        // Six questions at most stand in one tick's way one after the other.
        expect(performance.now() - startedMs).toBeLessThan(20 * timeoutMs + 10_000);
        expect(await states(order)).toEqual(['signed']);
        await expectDone(order);
      });
    });

    describe('clocks', () => {
      test.each([-2 * hourMs, -hourMs, hourMs, 2 * hourMs])(
        'M24 F-C1-withdraw with the wall clock %s ms off, expiry and reference come from the chain, and an order is carried out once',
        async (offMs) => {
          const order = await world.make();
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
          // The signer takes no request from so far away in time: it waits, and says so.
          await world.tick();
          vi.useRealTimers();
          expect(await world.waitingOf(order)).toMatch(/^signer: /);
          const now = (await world.node.ask('/wallet/getnowblock', {})) as {
            block_header: { raw_data: { timestamp: number } };
          };
          const question = await world.questionOf(order);
          expect(question.expirationMs).toBe(now.block_header.raw_data.timestamp + world.lifetimeMs);
          expect(question.refBlock.number).toBe(world.chain.info().solidHeight);
          await expectDone(order);
        },
      );

      test('F-C2-withdraw two workers whose clocks differ by five minutes never hold the same order', async () => {
        const orders = await makeSome(traits);
        await world.makeDue();
        const inside = new Map<string, number>();
        let most = 0;
        const worker = async (offMs: number): Promise<void> => {
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
          // Claims run by the database's clock: this one has just been taken, whatever the time is here.
          const looking = world
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
  });
}
