import { refusalCodes } from '@tern/devchain/refusal-codes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checksOf, outlive, type OrderWorld } from './order-world.ts';

/** All there is to `protocol.Return`: what a node may say to a broadcast. */
const answers = ['SUCCESS', ...refusalCodes] as const;

// Goal: whatever nodes answer, forget or reorganise, an order is carried out once; a second signature comes after the proof
// that the first is dead, and then exactly once. Method: every answer there is, given to bytes that are included and to
// bytes that are not.
export function describeBroadcasts<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterEach(() => world.chain.admin.clearFaults());
    afterAll(() => world.close());

    const { states } = checksOf(() => world);
    const finish = async (order: Order, expected: readonly string[]): Promise<void> => {
      await world.chain.admin.clearFaults();
      await world.drain();
      expect(await states(order)).toEqual(expected);
      await world.expectDoneOnce(order);
    };

    test('M23 there are 14 answers to a broadcast', () => {
      expect(answers).toHaveLength(14);
    });

    describe.each(answers)('M23 a broadcast answered with %s', (code) => {
      test('and included is one payment, whatever the answer said', async () => {
        const order = await world.make();
        if (code !== 'SUCCESS') await world.chain.admin.setFault({ kind: 'accept-then-refuse', code });
        await world.tick();
        await world.expectUnderWay(order);
        await finish(order, ['paid']);
      });

      test('and never included is one payment, by a second attempt after the proof', async () => {
        const order = await world.make();
        await world.chain.admin.setFault(code === 'SUCCESS' ? { kind: 'drop' } : { kind: 'refuse', code });
        await world.tick();
        await world.chain.admin.mine(2);
        await world.tick();
        // The same bytes again, and nothing else, until the proof.
        expect(await states(order)).toEqual(['signed']);
        await world.expectUnderWay(order);
        await outlive(world);
        await world.tick();
        await finish(order, ['dead', 'paid']);
      });
    });

    test('M23 bytes truly refused once are handed out again, the same', async () => {
      const order = await world.make();
      await world.chain.admin.setFault({ kind: 'refuse', code: 'SERVER_BUSY', times: 1 });
      await world.drain();
      await finish(order, ['paid']);
    });

    test.each([
      { kind: 'lose-answer', times: 1 },
      { kind: 'throttle', times: 3 },
      { kind: 'http', status: 503, body: '<html>busy</html>', times: 3 },
      { kind: 'http', status: 200, body: '{"result":tr', times: 3 },
      { kind: 'http', status: 413, times: 1, path: 'broadcast' },
    ] as const)('M23 $kind in the middle of a payment is one payment', async (fault) => {
      const order = await world.make();
      await world.chain.admin.setFault(fault);
      await world.drain();
      await finish(order, ['paid']);
    });

    describe('M21 a second attempt', () => {
      test('is signed only after the first is proven dead, and then exactly once', async () => {
        const order = await world.make();
        await world.chain.admin.setFault({ kind: 'drop' });
        await world.tick();
        await world.chain.admin.mine(30);
        await world.tick();
        expect(await states(order)).toEqual(['signed']);
        // Past the expiration at the head, but not irreversibly so.
        await world.chain.admin.advanceTime(700_000);
        await world.chain.admin.mine(10);
        await world.tick();
        expect(await states(order)).toEqual(['signed']);
        await world.chain.admin.clearFaults();
        await world.chain.admin.mine(12);
        await finish(order, ['dead', 'paid']);
      });

      test('is not signed while the first is held back and then included in the last legal block', async () => {
        const order = await world.make();
        await world.chain.admin.setFault({ kind: 'hold' });
        await world.tick();
        const { expirationMs } = await world.questionOf(order);
        await world.chain.admin.advanceTime(expirationMs - (await headTime(world)) - 10_000);
        await world.tick();
        await world.chain.admin.clearFaults();
        await world.chain.admin.mine();
        await finish(order, ['paid']);
      });

      test('is not signed while one of two nodes gives no proof', async () => {
        const order = await world.make();
        await world.chain.admin.setFault({ kind: 'drop' });
        await world.tick();
        await world.chain.admin.clearFaults();
        await outlive(world);
        const deaf = { name: 'deaf', ask: (path: string) => world.node.ask(`/nowhere${path}`, {}) };
        await world.tick({ nodes: [world.node, deaf] });
        expect(await states(order)).toEqual(['signed']);
        expect(await world.waitingOf(order)).toMatch(/^node: /);
        await finish(order, ['dead', 'paid']);
      });
    });

    test('M22 refused for bandwidth first, then known as a duplicate: dead ends in a new attempt, included settles once', async () => {
      const order = await world.make();
      await world.chain.admin.setFault({ kind: 'refuse', code: 'BANDWITH_ERROR', times: 1 });
      await world.tick();
      await world.chain.admin.setFault({ kind: 'refuse', code: 'DUP_TRANSACTION_ERROR' });
      await world.tick();
      await world.tick();
      expect(await states(order)).toEqual(['signed']);
      await world.expectUnderWay(order);
      await outlive(world);
      await world.tick();
      await finish(order, ['dead', 'paid']);
    });

    describe('M25 F-N6-withdraw a payment reorganised out of its block', () => {
      const reorganised = async (depth: number): Promise<Order> => {
        const order = await world.make();
        await world.tick();
        await world.chain.admin.mine(depth);
        await world.tick();
        expect(await world.seenIn(order)).toBe(world.chain.info().height - depth + 1);
        await world.chain.admin.reorganise(depth, { transactions: 'drop' });
        return order;
      };

      test.each([1, 3, 9, 18])('%i deep and included again settles once', async (depth) => {
        const order = await reorganised(depth);
        await world.tick();
        expect(await world.seenIn(order)).toBeNull();
        await finish(order, ['paid']);
      });

      test.each([1, 3, 9, 18])(
        '%i deep and never again included is paid by a second attempt after the proof',
        async (depth) => {
          const order = await reorganised(depth);
          await world.chain.admin.setFault({ kind: 'drop' });
          await world.tick();
          await outlive(world);
          await world.tick();
          await finish(order, ['dead', 'paid']);
        },
      );
    });
  });
}

async function headTime<Order>({ node }: OrderWorld<Order>): Promise<number> {
  const head = (await node.ask('/wallet/getnowblock', {})) as { block_header: { raw_data: { timestamp: number } } };
  return head.block_header.raw_data.timestamp;
}
