import { expect, test } from 'vitest';
import { hashList } from './hash-list.ts';
import { lineBytes, openLeafList } from './leaf-list.ts';
import { withListBuilders } from './list-builder.ts';
import { findBalance } from './packed-balances.ts';
import { splitBalance, type SplitRules } from './split-balance.ts';
import { readSum } from './sum-levels.ts';

// Goal: a list that a thread builds is the one that its parts give, and a thread that fails is no list.

const rules: SplitRules = { snapshot: 3, assetId: 'usdt', partMax: 1_000n, seed: new Uint8Array(32).fill(7) };
const house = [{ owner: 'house.suspense', amount: 5n }];
const customers = Array.from({ length: 700 }, (_, at) => {
  return { accountId: BigInt(at + 1), owner: `T${at}`, amount: BigInt(at * 37 + 1) };
});

test('lists that are built at the same time, and in turn, are each what their own parts give', async () => {
  await withListBuilders(async (start) => {
    const build = async (partMax: bigint) => {
      const builder = start({ ...rules, partMax });
      await builder.addHouse(house);
      await builder.addCustomers(customers.slice(0, 300));
      await builder.addCustomers(customers.slice(300));
      return { partMax, built: await builder.finish() };
    };
    const both = await Promise.all([build(1_000n), build(5_000n)]);
    for (const { partMax, built } of [...both, await build(2_000n)]) {
      const leaves = openLeafList();
      for (const each of house) for (const part of splitBalance(each, { ...rules, partMax })) leaves.add(part);
      for (const each of customers)
        for (const part of splitBalance(each, { ...rules, partMax }, built.further)) leaves.add(part);
      const lines = leaves.finish(rules);
      expect(built.lines.equals(lines)).toBe(true);
      expect([built.root, built.nodes.toString('hex')]).toEqual([
        hashList(lines).root,
        hashList(lines).nodes.toString('hex'),
      ]);
      expect(built.listed).toBe(customers.reduce((sum, { amount }) => sum + amount, 0n));
      expect(built.balances.map((packed) => findBalance(packed, 700n))).toEqual([0n, 699n * 37n + 1n]);
    }
  });
});

/** The lines above 0 of as many people, and all lines. */
async function countLines(people: number, amountOf: (at: number) => bigint): Promise<readonly [number, number]> {
  const owed = Array.from({ length: people }, (_, at) => {
    return { accountId: BigInt(at + 1), owner: `T${at}`, amount: amountOf(at) };
  });
  return await withListBuilders(async (start) => {
    const builder = start(rules);
    await builder.addHouse(house);
    await builder.addCustomers(owed);
    const { lines } = await builder.finish();
    const sums = Array.from({ length: lines.length / lineBytes }, (_, at) => readSum(lines, at * lineBytes));
    return [sums.filter((sum) => sum > 0n).length, sums.length];
  });
}

test('700 and 1,000 people cannot be told apart by the lines of their list', async () => {
  const amountOf = (at: number): bigint => BigInt((at * 37) % 900) + 20n;
  expect(await countLines(700, amountOf)).toEqual([2_048, 2_048]);
  expect(await countLines(1_000, amountOf)).toEqual([2_048, 2_048]);
});

test.each([
  ['a few people', 3, 10_000n, [1_024, 1_024]],
  ['one unit each, which cannot be split: only then are there lines of 0', 30, 1n, [32, 1_024]],
  ['nobody', 0, 1n, [2, 1_024]],
] as const)('%s', async (_, people, amount, lines) => {
  expect(await countLines(people, () => amount)).toEqual(lines);
});

test('what does not fit ends it with its reason, and nothing is built afterwards', async () => {
  const work = withListBuilders(async (start) => {
    const builder = start({ ...rules, partMax: 1n << 130n });
    await builder.addCustomers([{ accountId: 1n, owner: 'T', amount: 1n << 131n }]);
    await expect(builder.finish()).rejects.toThrow(RangeError);
    return await builder.finish();
  });
  await expect(work).rejects.toThrow(RangeError);
});

test('where the work fails while a list is built, its thread ends and the list is not waited for', async () => {
  let list: Promise<unknown> | undefined;
  const work = withListBuilders(async (start) => {
    const builder = start(rules);
    await builder.addCustomers(customers);
    list = builder.finish();
    list.catch(() => undefined);
    throw new Error('the next asset could not be read');
  });
  await expect(work).rejects.toThrow('the next asset could not be read');
  await expect(list).rejects.toThrow('has ended');
});
