import { openDatabase, type Database } from '@tern/db/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Changes, type OrderWorld, type Write, checksOf } from './order-world.ts';

// Goal: what cannot be written has not happened: no question that is not stored is asked, no signature is made twice, no end
// is booked by half. Method: triggers that answer as PostgreSQL does when its disk is full, and a database that only reads.
export function describeRefusedWrites<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterEach(() => world.drain());
    afterAll(() => world.close());

    const { states, expectDone } = checksOf(() => world);

    describe('F-D5-withdraw with a full disk', () => {
      /** From now on PostgreSQL answers a write as it does when the disk is full. */
      const fill = ({ table, when }: Write) =>
        sql
          .raw(
            `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
             CREATE TRIGGER full_disk BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION full_disk()`,
          )
          .execute(world.owner.kysely);
      const free = ({ table }: Write) => sql.raw(`DROP TRIGGER full_disk ON ${table}`).execute(world.owner.kysely);

      test('no order is stored, so nothing is signed', async () => {
        const order = await world.make();
        let asked = 0;
        await fill(world.writes.question);
        const ticking = world.tick({ around: (_question, ask) => ((asked += 1), ask()) });
        await expect(ticking).rejects.toThrow('No space left on device');
        await free(world.writes.question);
        expect(asked).toBe(0);
        expect(await world.attemptsOf(order)).toEqual([]);
        await expectDone(order);
      });

      test('a signature that cannot be stored is made no second time', async () => {
        const order = await world.make();
        await fill(world.writes.signature);
        await expect(world.tick()).rejects.toThrow('No space left on device');
        await free(world.writes.signature);
        expect(await states(order)).toEqual(['asked']);
        await expectDone(order);
      });

      test('an order that is final cannot be settled by half', async () => {
        const order = await world.make();
        await world.tick();
        await world.chain.admin.mine(25);
        await fill(world.writes.end);
        await expect(world.tick()).rejects.toThrow('No space left on device');
        await free(world.writes.end);
        await world.expectUnderWay(order);
        await expectDone(order);
      });
    });

    describe('M37 decisions on stale reads', () => {
      let replica: Database;
      beforeAll(() => {
        const url = new URL(world.workerUrl);
        url.searchParams.set('options', '-c default_transaction_read_only=on');
        replica = openDatabase({ url: url.href, applicationName: 'replica', poolMax: 2 });
      });
      afterAll(() => replica.close());

      test('on a database that can only be read, as a replica, nothing is signed, handed out or concluded', async () => {
        const order = await world.make();
        let asked = 0;
        const changes: Changes = { db: replica, around: (_question, ask) => ((asked += 1), ask()) };
        await world.makeDue();
        for (const step of ['sign', 'broadcast', 'follow'] as const)
          await expect(world.step(step, changes)).rejects.toThrow('read-only transaction');
        await world.tick();
        await world.chain.admin.mine(25);
        await world.makeDue();
        await expect(world.step('follow', changes)).rejects.toThrow('read-only transaction');
        expect(asked).toBe(0);
        await expectDone(order);
      });
    });
  });
}
