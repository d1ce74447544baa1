import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { outlive, statesOf, type KindTraits, type OrderBench } from './order-bench.ts';
import { deadNode, forkedNode } from './strange-nodes.ts';

// Goal: whatever is away, on another chain or standing still, an order waits with its reason, goes on by itself, and is
// carried out once. Method: the rows of the fault matrix, each with an order in the middle of it.
export function describeOutages<Order>(kind: string, traits: KindTraits, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    beforeAll(async () => {
      bench = await open();
    });
    afterEach(async () => {
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
