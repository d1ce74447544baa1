import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outlive, statesOf, type OrderBench } from './order-bench.ts';

// Goal: a database that was restored from before a signature asks again and gets the transaction of then. Method: rows are
// put back as a restore puts them; the signer is as it is.
export function describeRestoredDatabase<Order>(kind: string, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test('M36 the database alone is restored: what the signer has signed is recognised and settled once', async () => {
      const order = await bench.make();
      await bench.tick();
      const before = await bench.attemptsOf(order);
      await bench.chain.admin.mine(25);
      await bench.forget(order);
      await bench.drain();
      expect(await bench.attemptsOf(order)).toMatchObject([{ state: 'paid', txId: before[0]?.txId }]);
      await bench.expectDoneOnce(order);
    });

    test('M36 what was signed and never included is proven dead and done anew, once', async () => {
      const order = await bench.make();
      await bench.chain.admin.setFault({ kind: 'refuse', code: 'SERVER_BUSY' });
      await bench.tick();
      await bench.forget(order);
      await bench.tick();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['signed']);
      await bench.chain.admin.clearFaults();
      await outlive(bench);
      await bench.drain();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['dead', 'paid']);
      await bench.expectDoneOnce(order);
    });
  });
}
