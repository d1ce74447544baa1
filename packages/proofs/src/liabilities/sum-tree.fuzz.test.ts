import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitPart, type LiabilityPart } from './liability-part.ts';
import { joinSums, sumBytes, sumLeaf } from './sum-node.ts';
import { rootOfSumPath } from './sum-path.ts';
import { growSumTree, rootOfSumTree, sumPathOf } from './testing/sum-tree.ts';

const line = fc.record({
  commitment: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  amount: fc.bigInt({ min: 0n, max: 1n << 90n }),
});
const lines = fc
  .integer({ min: 0, max: 6 })
  .chain((height) => fc.array(line, { minLength: 2 ** height, maxLength: 2 ** height }));

test('every line’s path leads to the root and to the sum of all lines', () => {
  fc.assert(
    fc.property(lines, (list) => {
      const tree = growSumTree(list.map(({ commitment, amount }) => sumLeaf(commitment, amount)));
      const root = rootOfSumTree(tree);
      expect(root.sum).toBe(list.reduce((sum, { amount }) => sum + amount, 0n));
      for (const [index, each] of list.entries()) expect(rootOfSumPath(each, sumPathOf(tree, index))).toEqual(root);
    }),
  );
});

test('another amount on a line, or in a step of its path, leads to another root', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.bigInt({ min: 1n, max: 1n << 40n }), (list, draw, more) => {
      const tree = growSumTree(list.map(({ commitment, amount }) => sumLeaf(commitment, amount)));
      const index = draw % list.length;
      const path = sumPathOf(tree, index);
      const each = list[index] as (typeof list)[number];
      const { hash } = rootOfSumTree(tree);
      expect(rootOfSumPath({ ...each, amount: each.amount + more }, path).hash).not.toEqual(hash);
      for (const step of path.keys()) {
        const lied = path.with(step, {
          ...(path[step] as (typeof path)[number]),
          sum: String(BigInt(path[step]?.sum ?? '0') + more),
        });
        expect(rootOfSumPath(each, lied).hash).not.toEqual(hash);
      }
    }),
  );
});

// The flaw of the first Merkle-sum trees: only the sum of both children was hashed, and one of them could claim less.
test('moving a sum from one child to the other changes the hash', () => {
  const [left, right] = [sumLeaf(utf8ToBytes('left'), 30n), sumLeaf(utf8ToBytes('right'), 5n)];
  const moved = joinSums({ ...left, sum: 20n }, { ...right, sum: 15n });
  expect(moved.sum).toBe(35n);
  expect(moved.hash).not.toEqual(joinSums(left, right).hash);
});

test('there is no leaf with a negative amount, no negative sum, and no sum that overflows', () => {
  const commitment = new Uint8Array(32);
  expect(() => sumLeaf(commitment, -1n)).toThrow(RangeError);
  expect(() => sumBytes(1n << 128n)).toThrow(RangeError);
  const most = sumLeaf(commitment, (1n << 128n) - 1n);
  expect(() => joinSums(most, sumLeaf(commitment, 1n))).toThrow(RangeError);
  const [hash, sum] = ['00'.repeat(32), '-5'];
  expect(() => rootOfSumPath({ commitment, amount: 10n }, [{ hash, sum, side: 'left' }])).toThrow(RangeError);
});

test('a node cannot be passed off as a leaf, and a tree has a power of two of leaves', () => {
  const leaves = [1n, 2n, 3n, 4n].map((amount) => sumLeaf(new Uint8Array(32).fill(Number(amount)), amount));
  const tree = growSumTree(leaves);
  const [left, right] = tree.levels[1] ?? [];
  if (left === undefined || right === undefined) throw new Error('a level is missing');
  const content = new Uint8Array([...left.hash, ...sumBytes(left.sum), ...right.hash]);
  expect(rootOfSumPath({ commitment: content, amount: right.sum }, []).hash).not.toEqual(rootOfSumTree(tree).hash);
  expect(() => growSumTree([])).toThrow(RangeError);
  expect(() => growSumTree(leaves.slice(1))).toThrow(RangeError);
  expect(() => sumPathOf(tree, 4)).toThrow(RangeError);
});

test('parts that differ in any field have different commitments', () => {
  const part: LiabilityPart = {
    snapshot: 12,
    assetId: 'usdt',
    owner: 'TExampleAddressOfOneWallet',
    part: 0,
    amount: 5n,
    nonce: '00'.repeat(16),
  };
  const others: Partial<LiabilityPart>[] = [
    { snapshot: 1 },
    { assetId: 'trx' },
    { owner: 'house.suspense' },
    { part: 1 },
    { amount: 50n },
    { nonce: '01'.repeat(16) },
  ];
  const seen = [part, ...others.map((other) => ({ ...part, ...other }))].map((each) => commitPart(each).join());
  expect(new Set(seen).size).toBe(seen.length);
});
