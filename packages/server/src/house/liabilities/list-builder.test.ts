import { expect, test } from 'vitest';
import { lineBytes, openLeafList } from './leaf-list.ts';
import { withListBuilders } from './list-builder.ts';
import type { ListOrder } from './list-order.ts';
import { findBalance } from './packed-balances.ts';
import { splitBalance, type SplitRules } from './split-balance.ts';
import { growLevels, hashLines, readSum } from './sum-levels.ts';
import { buildWhole } from './testing/gather-pieces.ts';

// Goal: a list that a thread builds is the one that its parts give, and a thread that fails is no list.

const rules: SplitRules = { snapshot: 3, assetId: 'usdt', partMax: 1_000n, seed: new Uint8Array(32).fill(7) };
const house = [{ owner: 'house.suspense', amount: 5n }];
const customers = Array.from({ length: 700 }, (_, at) => {
  return { accountId: BigInt(at + 1), owner: `T${at}`, amount: BigInt(at * 37 + 1) };
});

/** Accounts as the database writes them out. */
function rowsOf(accounts: readonly { readonly accountId: bigint; readonly owner: string; readonly amount: bigint }[]) {
  return new TextEncoder().encode(
    accounts.map(({ accountId, owner, amount }) => `${accountId} ${owner} ${amount}\n`).join(''),
  );
}

test('lists that are built at the same time, and in turn, are each what their own parts give', async () => {
  await withListBuilders(async ({ build }) => {
    const buildOf = async (partMax: bigint) => {
      // The database reads tables in any order.
      const sets = [customers.slice(300), customers.slice(0, 300).reverse()].map(rowsOf);
      return { partMax, built: await buildWhole(build, { rules: { ...rules, partMax }, house, customers: sets }) };
    };
    const both = await Promise.all([buildOf(1_000n), buildOf(5_000n)]);
    for (const { partMax, built } of [...both, await buildOf(2_000n)]) {
      const leaves = openLeafList();
      for (const each of house) for (const part of splitBalance(each, { ...rules, partMax })) leaves.add(part);
      for (const each of customers)
        for (const part of splitBalance(each, { ...rules, partMax }, built.further)) leaves.add(part);
      const lines = leaves.finish(rules);
      expect(built.lines.equals(lines)).toBe(true);
      const levels = growLevels(hashLines(lines));
      expect([built.middleNodes, built.nodes]).toEqual([levels[5], levels[10]]);
      expect(built.root).toBe(levels.at(-1)?.toString('hex', 0, 32));
      expect(built.listed).toBe(customers.reduce((sum, { amount }) => sum + amount, 0n));
      expect(customers.map(({ accountId }) => findBalance(built.balances, accountId))).toEqual(
        customers.map(({ amount }) => amount),
      );
    }
  });
});

test('amounts of any length, and ids beyond 32 bits, are read as they are written', async () => {
  const large = [
    { accountId: 5n, owner: 'T5', amount: 123_456_789_012_345n },
    { accountId: 4_294_967_297n, owner: 'T6', amount: 12_345_678_901_234_567_890_123n },
  ];
  const { balances, listed } = await withListBuilders(({ build }) =>
    buildWhole(build, { rules: { ...rules, partMax: 10n ** 22n }, house, customers: [rowsOf(large)] }),
  );
  expect(large.map(({ accountId }) => findBalance(balances, accountId))).toEqual(large.map(({ amount }) => amount));
  expect(listed).toBe(12_345_679_024_691_356_902_468n);
});

/** The lines above 0 of as many people, and all lines. */
async function countLines(people: number, amountOf: (at: number) => bigint): Promise<readonly [number, number]> {
  const owed = Array.from({ length: people }, (_, at) => {
    return { accountId: BigInt(at + 1), owner: `T${at}`, amount: amountOf(at) };
  });
  return await withListBuilders(async ({ build }) => {
    const { lines } = await buildWhole(build, { rules, house, customers: [rowsOf(owed)] });
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

test('what does not fit ends it with its reason, and nothing is built afterwards by that thread', async () => {
  const tooMuch = { accountId: 1n, owner: 'T', amount: 1n << 131n };
  const work = withListBuilders(async ({ build }) => {
    const order = { rules: { ...rules, partMax: 1n << 130n }, house };
    await expect(buildWhole(build, { ...order, customers: [rowsOf([tooMuch])] })).rejects.toThrow(RangeError);
    return await buildWhole(build, { ...order, customers: [rowsOf([tooMuch])] });
  });
  await expect(work).rejects.toThrow(RangeError);
});

test('threads that were started ahead build the lists, and end with the work', async () => {
  const lists = await withListBuilders(async ({ build, startAhead }) => {
    startAhead(2);
    startAhead(2);
    const order = () => ({ rules, house, customers: [rowsOf(customers)] });
    return await Promise.all([1, 2, 3].map(() => buildWhole(build, order())));
  });
  expect(new Set(lists.map(({ root }) => root)).size).toBe(1);
});

test('where the work fails while a list is built, its thread ends and the list is not waited for', async () => {
  let list: Promise<unknown> | undefined;
  const work = withListBuilders(({ build }) => {
    list = buildWhole(build, { rules, house, customers: [rowsOf(customers)] });
    list.catch(() => undefined);
    throw new Error('another list could not be built');
  });
  await expect(work).rejects.toThrow('another list could not be built');
  await expect(list).rejects.toThrow('has ended');
});

/** A list of 32 chunks, which are two pieces, beside the balances. */
function orderMany(): ListOrder {
  const owed = Array.from({ length: 16_000 }, (_, at) => {
    return { accountId: BigInt(at + 1), owner: `T${at}`, amount: 1n << 40n };
  });
  return { rules: { ...rules, partMax: 1n << 60n }, house, customers: [rowsOf(owed)] };
}

test('a piece is given when the one before it was taken, and the list when all were', async () => {
  const events: string[] = [];
  await withListBuilders(async ({ build }) => {
    // Until another list is whole, this one has told of all its pieces.
    const other = build(orderMany(), () => Promise.resolve());
    const list = await build(orderMany(), async (piece) => {
      events.push(`begins ${piece.kind}`);
      await other;
      await new Promise(setImmediate);
      events.push(`ends ${piece.kind}`);
    });
    events.push(`${list.count} lines`);
  });
  expect(events).toEqual([
    ...['begins balances', 'ends balances'],
    ...['begins chunks', 'ends chunks', 'begins chunks', 'ends chunks'],
    '32768 lines',
  ]);
});

test('where a piece cannot be stored, the work fails with the reason and no piece of the list is taken after it', async () => {
  const taken: string[] = [];
  const work = withListBuilders(async ({ build }) => {
    const other = build(orderMany(), () => Promise.resolve());
    return await build(orderMany(), async (piece) => {
      taken.push(piece.kind);
      await other;
      throw new Error('the disk is full');
    });
  });
  await expect(work).rejects.toThrow('the disk is full');
  expect(taken).toEqual(['balances']);
});

test('where the work has failed, no piece of another list is taken any more', async () => {
  const taken: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const work = withListBuilders(({ build }) => {
    const whole = build(orderMany(), () => Promise.resolve());
    const failing = build(orderMany(), async () => {
      await Promise.all([whole, begun.promise]);
      throw new Error('the disk is full');
    });
    const failed = failing.catch(() => undefined);
    const other = build(orderMany(), async (piece) => {
      taken.push(piece.kind);
      begun.resolve(undefined);
      await failed;
      await new Promise(setImmediate);
    });
    return Promise.all([failing, other]);
  });
  await expect(work).rejects.toThrow('the disk is full');
  expect(taken).toEqual(['balances']);
});

test('the work fails when the piece of another list that was being taken is stored, not before', async () => {
  const events: string[] = [];
  const [begun, stored] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let failed: Promise<unknown> = Promise.resolve();
  const work = withListBuilders(({ build }) => {
    const whole = build(orderMany(), () => Promise.resolve());
    const failing = build(orderMany(), async () => {
      await Promise.all([whole, begun.promise]);
      throw new Error('the disk is full');
    });
    failed = failing.catch(() => undefined);
    const other = build(orderMany(), async (piece) => {
      events.push(`begins ${piece.kind}`);
      begun.resolve(undefined);
      await stored.promise;
      events.push(`ends ${piece.kind}`);
    });
    return Promise.all([failing, other]);
  });
  const ended = work.catch((error: unknown) => events.push(`fails: ${String(error)}`));
  await failed;
  // In so many turns the threads would long have ended.
  for (let turn = 0; turn < 20_000; turn += 1) await new Promise(setImmediate);
  events.push('is stored');
  stored.resolve(undefined);
  await ended;
  expect(events).toEqual(['begins balances', 'is stored', 'ends balances', 'fails: Error: the disk is full']);
});
