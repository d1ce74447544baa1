import { buildTree, pathOf, rootOf } from '@tern/proofs/merkle-tree';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { expect, test } from 'vitest';
import { checkShares } from './check-shares.ts';

const published = [
  { pseudonym: 'a', weight: '30', reward: '30', swapReward: '0' },
  { pseudonym: 'b', weight: '60', reward: '60', swapReward: '5' },
  { pseudonym: 'c', weight: '10', reward: '10', swapReward: '0' },
];
const tree = buildTree(published.map(shareLeaf));
const root = rootOf(tree);
const ownOf = (...indexes: readonly number[]) => ({
  root,
  shares: published.flatMap((line, index) =>
    indexes.includes(index) ? [{ ...line, walletId: 'wallet', number: index + 1, path: [...pathOf(tree, index)] }] : [],
  ),
});
const distribution = { root, distributed: '100', totalWeight: '100', reward: '75' };

test('right lines are right', () => {
  expect(checkShares(distribution, ownOf(1, 2))).toEqual({ outcome: 'right', lines: 2 });
});

test('somebody who was not in it is told so, unless something was paid', () => {
  expect(checkShares({ ...distribution, reward: '0' }, ownOf())).toEqual({ outcome: 'not-in-it' });
  expect(checkShares(distribution, ownOf())).toEqual({ outcome: 'wrong', what: 'sum' });
});

test('one unit more or less is found, wherever it is', () => {
  const { shares } = ownOf(1, 2);
  const [first, second] = shares;
  if (first === undefined || second === undefined) throw new Error('two lines');
  const changed = (changes: Partial<typeof first>) => ({ root, shares: [{ ...first, ...changes }, second] });
  expect(checkShares(distribution, changed({ reward: '61' }))).toEqual({ outcome: 'wrong', what: 'path' });
  expect(checkShares(distribution, changed({ path: second.path }))).toEqual({ outcome: 'wrong', what: 'path' });
  expect(checkShares({ ...distribution, reward: '76' }, { root, shares })).toEqual({ outcome: 'wrong', what: 'sum' });
  expect(checkShares({ ...distribution, distributed: '99' }, { root, shares })).toEqual({
    outcome: 'wrong',
    what: 'reward',
  });
  expect(checkShares(distribution, { root: 'ff', shares })).toEqual({ outcome: 'wrong', what: 'root' });
});
