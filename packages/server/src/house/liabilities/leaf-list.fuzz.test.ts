import { createHash } from 'node:crypto';
import { commitPart } from '@tern/proofs/liabilities/liability-part';
import { sumLeaf } from '@tern/proofs/liabilities/sum-node';
import { growSumTree, rootOfSumTree } from '@tern/proofs/liabilities/testing/sum-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashList, linesPerChunk, type TellChunks } from './hash-list.ts';
import { lineBytes, openLeafList } from './leaf-list.ts';
import { partMaxOf, splitBalance, type SplitRules } from './split-balance.ts';
import { foldNodes, growLevels, hashLines, readSum } from './sum-levels.ts';

const seed = createHash('sha256').update('a seed').digest();
const rules = (partMax: bigint): SplitRules => ({ snapshot: 3, assetId: 'usdt', partMax, seed });

test('parts add up to the balance, none is larger than the published size or smaller than one unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 1n << 80n }), fc.bigInt({ min: 1n, max: 1n << 80n }), (amount, size) => {
      // At most some thousand parts, as with any published size.
      const partMax = size * 1_000n < amount ? amount / 1_000n + 1n : size;
      const parts = splitBalance({ owner: 'TOwner', amount }, rules(partMax));
      expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
      for (const [index, part] of parts.entries()) {
        expect(part.amount >= 1n && part.amount <= partMax).toBe(true);
        expect(part.part).toBe(index);
      }
      expect(new Set(parts.map(({ nonce }) => nonce)).size).toBe(parts.length);
      expect(splitBalance({ owner: 'TOwner', amount }, rules(partMax))).toEqual(parts);
    }),
  );
});

test('a balance is split even where it needs not be, and otherwise under every seed, owner and asset', () => {
  const one = splitBalance({ owner: 'TOwner', amount: 1_000n }, rules(10_000n));
  expect(one.length).toBeGreaterThanOrEqual(2);
  expect(splitBalance({ owner: 'TOwner', amount: 1n }, rules(10_000n))).toHaveLength(1);
  const others = [
    splitBalance({ owner: 'TOther', amount: 1_000n }, rules(10_000n)),
    splitBalance({ owner: 'TOwner', amount: 1_000n }, { ...rules(10_000n), assetId: 'trx' }),
    splitBalance({ owner: 'TOwner', amount: 1_000n }, { ...rules(10_000n), seed: new Uint8Array(32) }),
  ];
  for (const other of others) expect(other[0]?.nonce).not.toEqual(one[0]?.nonce);
});

test('the published size of a part is a round number and at least a 512th of what is owed', () => {
  expect([0n, 512n, 513n, 2_000n, 51_200_000_000n].map(partMaxOf)).toEqual([1n, 1n, 2n, 5n, 100_000_000n]);
});

test('the packed list has the root of the tree that everybody builds from it', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 1n << 70n }), { maxLength: 900 }), (amounts) => {
      const list = openLeafList();
      const commitments = new Set<string>();
      let owed = 0n;
      for (const [index, amount] of amounts.entries()) {
        for (const part of splitBalance({ owner: `T${index}`, amount }, rules(partMaxOf(1n << 70n)))) {
          list.add(part);
          commitments.add(Buffer.from(commitPart(part)).toString('hex'));
        }
        owed += amount;
      }
      const lines = list.finish({ seed, assetId: 'usdt' });
      const read = Array.from({ length: lines.length / lineBytes }, (_, at) => ({
        commitment: lines.subarray(at * lineBytes, at * lineBytes + 32),
        amount: readSum(lines, at * lineBytes),
      }));
      const names = read.map(({ commitment }) => commitment.toString('hex'));
      expect(names).toEqual(names.toSorted());
      expect(new Set(names).size).toBe(names.length);
      expect([...commitments].every((each) => names.includes(each))).toBe(true);
      const root = rootOfSumTree(growSumTree(read.map(({ commitment, amount }) => sumLeaf(commitment, amount))));
      const packed = foldNodes(hashLines(lines));
      expect(packed.subarray(0, 32)).toEqual(Buffer.from(root.hash));
      expect([readSum(packed, 0), root.sum]).toEqual([owed, owed]);
    }),
    { numRuns: 12 },
  );
});

test('the nodes that are kept of a list of several chunks are those of the one tree above all its lines', () => {
  const list = openLeafList();
  for (let person = 0; person < 1_100; person += 1)
    for (const part of splitBalance({ owner: `T${person}`, amount: 50n }, rules(50n))) list.add(part);
  const lines = list.finish({ seed, assetId: 'usdt' });
  expect(lines.length / lineBytes).toBe(4 * linesPerChunk);
  const levels = growLevels(hashLines(lines));
  const told: Buffer[] = [];
  const tell: TellChunks = (_, some, middleNodes) => void told.push(some, middleNodes);
  const { nodes, root } = hashList(lines, { giveWay: () => undefined, tell });
  expect(told).toEqual([lines, levels[5]]);
  expect([nodes, root]).toEqual([levels[10], levels.at(-1)?.toString('hex', 0, 32)]);
});

test('however few or many people there are, the list has a power of two of lines', () => {
  for (const people of [0, 1, 400, 700]) {
    const list = openLeafList();
    for (let person = 0; person < people; person += 1)
      for (const part of splitBalance({ owner: `T${person}`, amount: 50n }, rules(50n))) list.add(part);
    const count = list.finish({ seed, assetId: 'usdt' }).length / lineBytes;
    expect(count).toBe(people < 700 ? 1_024 : 2_048);
  }
});

test('no line that fills up a list stands in the list of another asset or of another snapshot', () => {
  const namesOf = (key: Uint8Array, assetId: string): readonly string[] => {
    const lines = openLeafList().finish({ seed: key, assetId });
    return Array.from({ length: lines.length / lineBytes }, (_, at) =>
      lines.toString('hex', at * lineBytes, at * lineBytes + 32),
    );
  };
  const names = [namesOf(seed, 'usdt'), namesOf(seed, 'trx'), namesOf(Buffer.alloc(32, 9), 'usdt')].flat();
  expect(new Set(names).size).toBe(3 * 1_024);
});
