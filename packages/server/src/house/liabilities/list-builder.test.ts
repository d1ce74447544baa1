import { expect, test } from 'vitest';
import { hashList } from './hash-list.ts';
import { openLeafList } from './leaf-list.ts';
import { withListBuilder } from './list-builder.ts';
import { findBalance } from './packed-balances.ts';
import { splitBalance, type SplitRules } from './split-balance.ts';

// Goal: a list that a thread builds is the one that its parts give, and a thread that fails is no list.

const rules: SplitRules = { snapshot: 3, assetId: 'usdt', partMax: 1_000n, seed: new Uint8Array(32).fill(7) };
const house = [{ owner: 'house.suspense', amount: 5n }];
const customers = Array.from({ length: 700 }, (_, at) => {
  return { accountId: BigInt(at + 1), owner: `T${at}`, amount: BigInt(at * 37 + 1) };
});

test('two lists in turn are each what their own parts give', async () => {
  await withListBuilder(async (builder) => {
    for (const partMax of [1_000n, 5_000n]) {
      await builder.open({ ...rules, partMax });
      await builder.addHouse(house);
      await builder.addCustomers(customers.slice(0, 300));
      await builder.addCustomers(customers.slice(300));
      const built = await builder.finish();
      const leaves = openLeafList();
      for (const each of [...house, ...customers])
        for (const part of splitBalance(each, { ...rules, partMax })) leaves.add(part);
      const lines = leaves.finish(rules.seed);
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

test('what does not fit ends it with its reason, and nothing is built afterwards', async () => {
  const work = withListBuilder(async (builder) => {
    await builder.open({ ...rules, partMax: 1n << 130n });
    await builder.addCustomers([{ accountId: 1n, owner: 'T', amount: 1n << 131n }]);
    await expect(builder.finish()).rejects.toThrow(RangeError);
    return await builder.finish();
  });
  await expect(work).rejects.toThrow(RangeError);
});
