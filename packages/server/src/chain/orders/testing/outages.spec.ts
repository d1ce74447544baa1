import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { outlive, type KindTraits, type OrderWorld, checksOf } from './order-world.ts';
import { deadNode, forkedNode } from './strange-nodes.ts';

// Goal: whatever is away, on another chain or standing still, an order waits with its reason, goes on by itself, and is
// carried out once. Method: the rows of the fault matrix, each with an order in the middle of it.
export function describeOutages<Order>(kind: string, traits: KindTraits, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterEach(async () => {
      await world.chain.admin.clearFaults();
      await world.drain();
    });
    afterAll(() => world.close());

    const { states, expectDone, makeSome } = checksOf(() => world);

    describe('nodes', () => {
      test('F-N1-withdraw with the first node down an order is signed and handed out by way of the second, and settles when both show it', async () => {
        const order = await world.make();
        const nodes = [deadNode(world.node), world.node] as const;
        await world.tick({ nodes });
        expect(await states(order)).toEqual(['signed']);
        await world.chain.admin.mine(25);
        await world.tick({ nodes });
        expect(await states(order)).toEqual(['signed']);
        expect(await world.waitingOf(order)).toMatch(/^node: /);
        await expectDone(order);
      });

      test('F-N2-withdraw with both nodes down nothing is signed, and an expiry meanwhile is proven afterwards', async () => {
        const early = await world.make();
        await world.chain.admin.setFault({ kind: 'drop' });
        await world.tick();
        await world.chain.admin.clearFaults();
        const late = traits.many ? await world.make() : undefined;
        await outlive(world);
        const nodes = [deadNode(world.node), deadNode(world.node)] as const;
        for (let look = 0; look < 3; look += 1) await world.tick({ nodes });
        if (late !== undefined) {
          expect(await world.attemptsOf(late)).toEqual([]);
          expect(await world.waitingOf(late)).toMatch(/^node: /);
        }
        expect(await states(early)).toEqual(['signed']);
        expect(await world.waitingOf(early)).toMatch(/^node: /);
        await world.drain();
        expect(await states(early)).toEqual(['dead', 'paid']);
        for (const order of late === undefined ? [early] : [early, late]) await world.expectDoneOnce(order);
      });

      test('M21 of orders that expired together each node is asked for each block once', async () => {
        const orders = await makeSome(traits);
        await world.chain.admin.setFault({ kind: 'drop' });
        await world.tick();
        await world.chain.admin.clearFaults();
        await outlive(world);
        const asked = { first: [] as unknown[], second: [] as unknown[] };
        const noting = (name: keyof typeof asked): TronNode => ({
          name,
          ask: (path, body) => {
            if (path.endsWith('getblockbynum')) asked[name].push(body['num']);
            return world.node.ask(path, body);
          },
        });
        await world.makeDue();
        expect(await world.step('follow', { nodes: [noting('first'), noting('second')] })).toBe(orders.length);
        expect(asked.first.length).toBeGreaterThan(0);
        expect(new Set(asked.first).size).toBe(asked.first.length);
        expect(asked.second).toEqual(asked.first);
        for (const order of orders) expect(await states(order)).toEqual(['dead']);
        await world.drain();
        for (const order of orders) {
          expect(await states(order)).toEqual(['dead', 'paid']);
          await world.expectDoneOnce(order);
        }
      });

      test('F-N7-withdraw nothing is signed while one node follows another network', async () => {
        const order = await world.make();
        await world.tick({ nodes: [world.node, forkedNode(world.node, 1)] });
        expect(await world.attemptsOf(order)).toEqual([]);
        expect(await world.waitingOf(order)).toMatch(/^node: forked is on another chain than /);
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
          world.owner.kysely,
        );
      afterEach(() => sql`DELETE FROM chain_heads`.execute(world.owner.kysely));

      test.each([
        ['the chain stands still', '3 hours', '3 hours', 'head-stalled'],
        ['blocks come and none becomes irreversible', '1 second', '10 minutes', 'solid-stalled'],
      ])('M24 %s nothing is signed', async (_, head, solid, fault) => {
        const order = await world.make();
        await heads(head, solid);
        await world.tick();
        expect(await world.attemptsOf(order)).toEqual([]);
        expect(await world.waitingOf(order)).toBe(`node: the chain: ${fault}`);
        await sql`DELETE FROM chain_heads`.execute(world.owner.kysely);
        await expectDone(order);
      });
    });

    test('F-M1-withdraw orders that reach the signer several times are signed once, and carried out once', async () => {
      const orders = await makeSome(traits);
      const signatures: string[][] = [];
      await world.tick({
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
