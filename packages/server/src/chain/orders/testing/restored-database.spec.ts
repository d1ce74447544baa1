import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outlive, statesOf, type OrderWorld } from './order-world.ts';

// Goal: a database that was restored from before a signature asks again and gets the transaction of then. Method: rows are
// put back as a restore puts them; the signer is as it is.
export function describeRestoredDatabase<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    test('M36 the database alone is restored: what the signer has signed is recognised and settled once', async () => {
      const order = await world.make();
      await world.tick();
      const before = await world.attemptsOf(order);
      await world.chain.admin.mine(25);
      await world.forget(order);
      await world.drain();
      expect(await world.attemptsOf(order)).toMatchObject([{ state: 'paid', txId: before[0]?.txId }]);
      await world.expectDoneOnce(order);
    });

    test('M36 what was signed and never included is proven dead and done anew, once', async () => {
      const order = await world.make();
      await world.chain.admin.setFault({ kind: 'refuse', code: 'SERVER_BUSY' });
      await world.tick();
      await world.forget(order);
      await world.tick();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['signed']);
      await world.chain.admin.clearFaults();
      await outlive(world);
      await world.drain();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['dead', 'paid']);
      await world.expectDoneOnce(order);
    });
  });
}
