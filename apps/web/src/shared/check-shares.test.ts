import { buildTree, pathOf, rootOf } from '@tern/proofs/merkle-tree';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { expect, test } from 'vitest';
import { checkShares } from './check-shares.ts';

// A period of one second: whoever holds one unit throughout has a weight of a million.
const span = { startsAt: '2026-11-21T00:00:00.000Z', endsAt: '2026-11-21T00:00:01.000Z' };
const published = [
  { pseudonym: 'a', weight: '30000000', reward: '30', swapReward: '0' },
  { pseudonym: 'b', weight: '60000000', reward: '60', swapReward: '5' },
  { pseudonym: 'c', weight: '10000000', reward: '10', swapReward: '0' },
];
const move = { transferId: '4', at: '2026-11-21T00:00:00.500000Z', amount: '40', balance: '80', kind: 'deposit' };
const courses = [
  { opening: '30', moves: [] },
  { opening: '40', moves: [move] },
  { opening: '10', moves: [] },
];
const swapsOf = (reward: string) => (reward === '0' ? [] : [{ id: 'swap', at: span.startsAt, reward }]);
const tree = buildTree(published.map(shareLeaf));
const root = rootOf(tree);
const ownOf = (...indexes: readonly number[]) => ({
  root,
  ...span,
  shares: published.flatMap((line, index) => {
    const [course, path] = [courses[index] ?? null, [...pathOf(tree, index)]];
    const share = { ...line, walletId: 'wallet', number: index + 1, path, course, swaps: swapsOf(line.swapReward) };
    return indexes.includes(index) ? [share] : [];
  }),
});
const distribution = { root, ...span, distributed: '100', totalWeight: '100000000', reward: '75' };

test('right lines are right', () => {
  expect(checkShares(distribution, ownOf(1, 2))).toEqual({ outcome: 'right', lines: 2, moves: 1 });
});

test('somebody who was not in it is told so, unless something was paid', () => {
  expect(checkShares({ ...distribution, reward: '0' }, ownOf())).toEqual({ outcome: 'not-in-it' });
  expect(checkShares(distribution, ownOf())).toEqual({ outcome: 'wrong', what: 'sum' });
});

test('one unit more or less is found, wherever it is', () => {
  const own = ownOf(1, 2);
  const { shares } = own;
  const [first, second] = shares;
  if (first === undefined || second === undefined) throw new Error('two lines');
  const changed = (changes: Partial<typeof first>) => ({ ...own, shares: [{ ...first, ...changes }, second] });
  expect(checkShares(distribution, changed({ reward: '61' }))).toEqual({ outcome: 'wrong', what: 'path' });
  expect(checkShares(distribution, changed({ path: second.path }))).toEqual({ outcome: 'wrong', what: 'path' });
  expect(checkShares({ ...distribution, reward: '76' }, own)).toEqual({ outcome: 'wrong', what: 'sum' });
  expect(checkShares({ ...distribution, distributed: '99' }, own)).toEqual({
    outcome: 'wrong',
    what: 'reward',
  });
  expect(checkShares(distribution, { ...own, root: 'ff' })).toEqual({ outcome: 'wrong', what: 'root' });
});

test('a holding that does not follow from the balance, and a swap reward that does not from the swaps, are found', () => {
  const own = ownOf(1);
  const [share] = own.shares;
  if (share === undefined) throw new Error('a line');
  const check = (changes: Partial<typeof share>) =>
    checkShares({ ...distribution, reward: '65' }, { ...own, shares: [{ ...share, ...changes }] });
  expect(check({})).toEqual({ outcome: 'right', lines: 1, moves: 1 });
  const wrong = { outcome: 'wrong', what: 'weight' };
  expect(check({ course: { opening: '41', moves: [{ ...move, balance: '81' }] } })).toEqual(wrong);
  expect(check({ course: { opening: '40', moves: [{ ...move, at: '2026-11-21T00:00:00.500001Z' }] } })).toEqual(wrong);
  expect(check({ course: { opening: '40', moves: [] } })).toEqual(wrong);
  expect(check({ swaps: [] })).toEqual({ outcome: 'wrong', what: 'swaps' });
});

test('whoever has a line for a swap alone is told that what they held did not count', () => {
  const uncounted = { pseudonym: 'd', weight: '0', reward: '0', swapReward: '7' };
  const lines = buildTree([...published, uncounted].map(shareLeaf));
  const share = { ...uncounted, walletId: 'wallet', number: 4, path: [...pathOf(lines, 3)], swaps: swapsOf('7') };
  const fixed = { ...distribution, root: rootOf(lines), reward: '7' };
  const check = (course: (typeof courses)[number]) =>
    checkShares(fixed, { root: fixed.root, ...span, shares: [{ ...share, course }] });
  expect(check({ opening: '40', moves: [move] })).toEqual({ outcome: 'right', lines: 1, moves: 'uncounted' });
  expect(check({ opening: '0', moves: [] })).toEqual({ outcome: 'right', lines: 1, moves: 0 });
  expect(check({ opening: '41', moves: [move] })).toEqual({ outcome: 'wrong', what: 'weight' });
});

test('where a balance moved too often to be given, that is said', () => {
  const own = ownOf(0, 1);
  const shares = own.shares.map((share, index) => (index === 0 ? { ...share, course: null } : share));
  expect(checkShares({ ...distribution, reward: '95' }, { ...own, shares })).toMatchObject({
    outcome: 'right',
    moves: null,
  });
});
