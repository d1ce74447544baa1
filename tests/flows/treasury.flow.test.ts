import { mineUntil } from '@tern/testkit/system/chain-control';
import { solidBalance } from '@tern/testkit/system/outside-wallet';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallHouse, trx, untilEnded, usdt, type SmallHouse } from './support/small-house.ts';

// Goal: the house's money goes where it should, and people see nothing of it. Method: the whole system on a chain whose
// blocks the test mines, as a small installation with low thresholds.
let house: SmallHouse;

beforeAll(async () => {
  house = await startSmallHouse({ HOT_MIN_USDT: '2000000' });
});
afterAll(() => house.system.stop());

async function ended(count: number): Promise<readonly string[]> {
  return (await untilEnded(house.system, count)).map(({ text }) => text);
}

/** What the operators' command shows. */
async function reserves(): Promise<string> {
  return (await house.system.operator(['reserves'])).output;
}

test('the fee account gets TRX of the house and stakes it for energy', async () => {
  expect(await ended(2)).toEqual(['fund trx done', 'stake trx done']);
});

test('a deposit is swept with lent energy; the person keeps every unit and can send it on', async () => {
  const { system, ana, outside } = house;
  await outside.pay(ana.wallet.address, 'usdt', 250n * usdt);
  await mineUntil(system.chain, 'the credit', async () => (await ana.available('usdt')) === 250n * usdt);
  expect((await ended(6)).slice(2)).toEqual([
    'top-up trx done',
    'delegate trx done',
    'sweep usdt done',
    'undelegate trx done',
  ]);
  expect(await solidBalance(system, ana.wallet.address, 'usdt')).toBe(0n);
  expect(await ana.available('usdt')).toBe(250n * usdt);
  // One top-up and nothing else: the house's transactions are no arrivals.
  expect((await ana.records()).filter(({ type }) => type === 'incoming')).toHaveLength(1);
  expect(await system.findContradictions()).toEqual([]);
});

test('TRX is swept as it is, and operators see every place agree with the chain', async () => {
  const { system, ana, outside } = house;
  await outside.pay(ana.wallet.address, 'trx', 600n * trx);
  expect((await ended(7)).slice(6)).toEqual(['sweep trx done']);
  expect(await ana.available('trx')).toBe(600n * trx);
  // No block comes meanwhile, so the worker's next look sees this very one.
  await until('a comparison with the chain', async () => {
    const { rows } = await sql<{ fresh: number }>`
      SELECT count(*)::int AS fresh FROM reserve_samples s, deposit_cursor c
       WHERE s.block_id = c.block_id AND s.books = s.chain AND s.place IN ('hot', 'energy')`.execute(system.db.kysely);
    return rows[0]?.fresh === 4;
  });
  const shown = await reserves();
  expect(shown).toMatch(/energy +\d+(\.\d+)? TRX {2}as on chain at block \d+/);
  expect(shown).not.toContain('MISSING');
  expect(await system.findContradictions()).toEqual([]);
});
