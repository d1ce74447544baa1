import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rootOfPath } from './merkle-path.ts';
import { buildTree, pathOf, rootOf } from './merkle-tree.ts';
import { shareLeaf } from './share-leaf.ts';

const contents = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 70 });

test('every leaf’s path leads to the root, whatever their number', () => {
  fc.assert(
    fc.property(contents, (leaves) => {
      const tree = buildTree(leaves);
      for (const [index, leaf] of leaves.entries()) expect(rootOfPath(leaf, pathOf(tree, index))).toBe(rootOf(tree));
    }),
  );
});

test('another content, another order or another number of leaves has another root', () => {
  const leaves = ['one', 'two', 'three', 'four', 'five'].map(utf8ToBytes);
  const roots = [
    leaves,
    leaves.toReversed(),
    leaves.slice(1),
    [...leaves, utf8ToBytes('five')],
    [...leaves.slice(0, 4), utf8ToBytes('fivE')],
  ].map((each) => rootOf(buildTree(each)));
  expect(new Set(roots).size).toBe(roots.length);
});

test('a node cannot be passed off as a leaf', () => {
  const tree = buildTree(['one', 'two', 'three', 'four'].map(utf8ToBytes));
  const [left, right] = tree.levels[1] ?? [];
  const node = new Uint8Array([...(left ?? []), ...(right ?? [])]);
  expect(rootOfPath(node, [])).not.toBe(rootOf(tree));
});

test('a tree without leaves has the hash of nothing as its root, and no paths', () => {
  const tree = buildTree([]);
  expect(rootOf(tree)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(() => pathOf(buildTree([utf8ToBytes('one')]), 1)).toThrow(RangeError);
});

test('lines that differ in any field differ in what is hashed', () => {
  const line = { pseudonym: 'p', weight: '12', reward: '3', swapReward: '0' };
  const others = [{ pseudonym: 'q' }, { weight: '1' }, { reward: '30' }, { swapReward: '1' }];
  const texts = [line, ...others.map((other) => ({ ...line, ...other }))].map((each) =>
    Buffer.from(shareLeaf(each)).toString(),
  );
  expect(new Set(texts).size).toBe(texts.length);
});
