import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderTable } from '../order-policy.ts';
import { outlive, statesOf, type OrderWorld } from './order-world.ts';

// Goal: whoever has a claim moves the order, and nobody else, however long the work takes. Method: claims that run out in the
// middle of the work, and workers that come too late.
export function describeClaims<Order>(kind: string, table: OrderTable, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterEach(async () => {
      vi.useRealTimers();
      await world.chain.admin.clearFaults();
      await world.drain();
    });
    afterAll(() => world.close());

    /** Runs every claim out, as half a minute of waiting would. */
    const runOut = () =>
      sql`UPDATE ${sql.table(table)} SET leased_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL`.execute(
        world.owner.kysely,
      );
    const isClaimed = async (): Promise<boolean> => {
      const { rows } = await sql<{ claimed: boolean }>`
        SELECT count(*) > 0 AS claimed FROM ${sql.table(table)} WHERE leased_until > clock_timestamp()`.execute(
        world.owner.kysely,
      );
      return rows[0]?.claimed === true;
    };

    test('M21 a proof that takes longer than a claim is not taken out of its hands', async () => {
      const order = await world.make();
      await world.chain.admin.setFault({ kind: 'drop' });
      await world.tick();
      await world.chain.admin.clearFaults();
      await outlive(world);
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let asked = 0;
      const slow = {
        name: world.node.name,
        ask: async (path: string, body: Readonly<Record<string, unknown>>) => {
          asked += 1;
          if (asked === 5) {
            // In the middle of the proof: the claim's time is over, and the other step comes by.
            await runOut();
            vi.advanceTimersByTime(30_000);
            for (let look = 0; look < 20_000 && !(await isClaimed()); look += 1);
            await world.step('broadcast');
          }
          return world.node.ask(path, body);
        },
      };
      await world.makeDue();
      expect(await world.step('follow', { nodes: [slow] })).toBe(1);
      expect(asked).toBeGreaterThan(5);
      expect(statesOf(await world.attemptsOf(order))).toEqual(['dead']);
    });

    test('M21 a worker whose claim was taken by another stores nothing', async () => {
      const order = await world.make();
      await world.makeDue();
      let late = 0;
      // While the signer answers the first worker, its claim runs out and a second one signs, hands out and sees it.
      const signed = await world.step('sign', {
        around: async (_question, ask) => {
          const answer = await ask();
          if (late++ > 0) return answer;
          await world.tick();
          return answer;
        },
      });
      expect(signed).toBe(0);
      expect(statesOf(await world.attemptsOf(order))).toEqual(['signed']);
      await world.drain();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['paid']);
      await world.expectDoneOnce(order);
    });

    test('a worker that stops ends the order at hand and gives back what it has not begun, for another to go on at once', async () => {
      const orders = [await world.make(), await world.make()];
      await world.makeDue();
      const stop = new AbortController();
      const signed = await world.step('sign', {
        stopping: stop.signal,
        around: (_question, ask) => {
          stop.abort();
          return ask();
        },
      });
      expect(signed).toBe(1);
      // The other one is free and due, with no time passing.
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM ${sql.table(table)}
         WHERE state IN ('approved', 'ready') AND lease IS NULL AND due_at <= clock_timestamp()`.execute(
        world.owner.kysely,
      );
      expect(rows).toEqual([{ count: 1 }]);
      await world.drain();
      for (const order of orders) {
        expect(statesOf(await world.attemptsOf(order))).toEqual(['paid']);
        await world.expectDoneOnce(order);
      }
    });

    test('M20 an order on which the machinery itself fails is given back, and goes on', async () => {
      const order = await world.make();
      await world.makeDue();
      const signing = world.step('sign', { around: () => Promise.reject(new TypeError('a defect of ours')) });
      await expect(signing).rejects.toThrow('a defect of ours');
      expect(await isClaimed()).toBe(false);
      expect(statesOf(await world.attemptsOf(order))).toEqual(['asked']);
      await world.drain();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['paid']);
      await world.expectDoneOnce(order);
    });
  });
}
