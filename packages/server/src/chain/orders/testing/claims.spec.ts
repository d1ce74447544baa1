import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderTable } from '../order-policy.ts';
import { outlive, statesOf, type OrderBench } from './order-bench.ts';

// Goal: whoever has a claim moves the order, and nobody else, however long the work takes. Method: claims that run out in the
// middle of the work, and workers that come too late.
export function describeClaims<Order>(kind: string, table: OrderTable, open: () => Promise<OrderBench<Order>>): void {
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

    /** Runs every claim out, as half a minute of waiting would. */
    const runOut = () =>
      sql`UPDATE ${sql.table(table)} SET leased_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL`.execute(
        bench.owner.kysely,
      );
    const isClaimed = async (): Promise<boolean> => {
      const { rows } = await sql<{ claimed: boolean }>`
        SELECT count(*) > 0 AS claimed FROM ${sql.table(table)} WHERE leased_until > clock_timestamp()`.execute(
        bench.owner.kysely,
      );
      return rows[0]?.claimed === true;
    };

    test('M21 a proof that takes longer than a claim is not taken out of its hands', async () => {
      const order = await bench.make();
      await bench.chain.admin.setFault({ kind: 'drop' });
      await bench.tick();
      await bench.chain.admin.clearFaults();
      await outlive(bench);
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let asked = 0;
      const slow = {
        name: bench.node.name,
        ask: async (path: string, body: Readonly<Record<string, unknown>>) => {
          asked += 1;
          if (asked === 5) {
            // In the middle of the proof: the claim's time is over, and the other step comes by.
            await runOut();
            vi.advanceTimersByTime(30_000);
            for (let look = 0; look < 20_000 && !(await isClaimed()); look += 1);
            await bench.step('broadcast');
          }
          return bench.node.ask(path, body);
        },
      };
      await bench.makeDue();
      expect(await bench.step('follow', { nodes: [slow] })).toBe(1);
      expect(asked).toBeGreaterThan(5);
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['dead']);
    });

    test('M21 a worker whose claim was taken by another stores nothing', async () => {
      const order = await bench.make();
      await bench.makeDue();
      let late = 0;
      // While the signer answers the first worker, its claim runs out and a second one signs, hands out and sees it.
      const signed = await bench.step('sign', {
        around: async (_question, ask) => {
          const answer = await ask();
          if (late++ > 0) return answer;
          await bench.tick();
          return answer;
        },
      });
      expect(signed).toBe(0);
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['signed']);
      await bench.drain();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['paid']);
      await bench.expectDoneOnce(order);
    });

    test('M20 an order on which the machinery itself fails is given back, and goes on', async () => {
      const order = await bench.make();
      await bench.makeDue();
      const signing = bench.step('sign', { around: () => Promise.reject(new TypeError('a defect of ours')) });
      await expect(signing).rejects.toThrow('a defect of ours');
      expect(await isClaimed()).toBe(false);
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['asked']);
      await bench.drain();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['paid']);
      await bench.expectDoneOnce(order);
    });
  });
}
