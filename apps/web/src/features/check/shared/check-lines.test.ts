import { commitPart } from '@tern/proofs/liabilities/liability-part';
import { sumLeaf } from '@tern/proofs/liabilities/sum-node';
import { growSumTree, rootOfSumTree, sumPathOf } from '@tern/proofs/liabilities/testing/sum-tree';
import { expect, test } from 'vitest';
import { checkLines } from './check-lines.ts';
import { isRight } from './has-fault.ts';

// Eight lines: three of this person, the others' and padding. The position of each is its index.
const owner = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const other = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const parts = [
  { owner, part: 0, amount: 40n },
  { owner: other, part: 0, amount: 50n },
  { owner, part: 1, amount: 25n },
  { owner: other, part: 1, amount: 30n },
  { owner, part: 2, amount: 35n },
  { owner: 'pad', part: 0, amount: 0n },
  { owner: 'pad', part: 1, amount: 0n },
  { owner: 'pad', part: 2, amount: 0n },
].map((part, index) => ({ ...part, snapshot: 7, assetId: 'usdt', nonce: `0${index}`.repeat(16) }));
const tree = growSumTree(parts.map((part) => sumLeaf(commitPart(part), part.amount)));
const root = rootOfSumTree(tree);
const statement = {
  number: 7,
  assets: [{ assetId: 'usdt', owed: root.sum, partMax: 50n, lines: 8, root: hex(root.hash), held: [] }],
};
const wallets = [{ id: 'mine', address: owner }];

function lineOf(position: number) {
  const part = parts[position];
  if (part === undefined) throw new Error('no such line');
  return {
    walletId: 'mine',
    assetId: 'usdt' as const,
    owner: part.owner,
    part: part.part,
    amount: part.amount.toString(),
    nonce: part.nonce,
    position,
    path: [...sumPathOf(tree, position)],
  };
}
const own = { number: 7, lines: [lineOf(0), lineOf(2), lineOf(4)] };
type Line = (typeof own.lines)[number];
const [first, ...rest] = own.lines as [Line, Line, Line];

/** Whether the check passes with the first line changed. */
const passes = (changes: Partial<Line>) =>
  isRight(checkLines(statement, { number: 7, lines: [{ ...first, ...changes }, ...rest] }, wallets));

test('right lines are right, and add up', () => {
  const found = checkLines(statement, own, wallets);
  expect(found).toEqual({ listed: true, summed: true, lines: 3, sums: new Map([['usdt', 100n]]) });
  expect(passes({})).toBe(true);
});

test('whoever was owed nothing has no line, and nothing is wrong with that', () => {
  expect(isRight(checkLines(statement, { number: 7, lines: [] }, wallets))).toBe(true);
});

test('a changed amount, secret, place or path is found', () => {
  expect(passes({ amount: '41' })).toBe(false);
  expect(passes({ amount: '-40' })).toBe(false);
  expect(passes({ nonce: 'ff'.repeat(16) })).toBe(false);
  expect(passes({ nonce: 'no bytes' })).toBe(false);
  expect(passes({ position: 1 })).toBe(false);
  const [step, ...steps] = first.path;
  if (step === undefined) throw new Error('a path');
  expect(passes({ path: [{ ...step, sum: '49' }, ...steps] })).toBe(false);
  expect(passes({ path: [{ ...step, sum: '-50' }, ...steps] })).toBe(false);
  expect(passes({ path: steps })).toBe(false);
});

test('another root, another total and another largest part are found', () => {
  const stated = (changes: object) => ({
    ...statement,
    assets: statement.assets.map((each) => ({ ...each, ...changes })),
  });
  expect(isRight(checkLines(stated({ root: 'ab'.repeat(32) }), own, wallets))).toBe(false);
  expect(isRight(checkLines(stated({ owed: root.sum + 1n }), own, wallets))).toBe(false);
  expect(isRight(checkLines(stated({ partMax: 39n }), own, wallets))).toBe(false);
  expect(isRight(checkLines(stated({ lines: 16 }), own, wallets))).toBe(false);
  expect(isRight(checkLines(stated({ assetId: 'trx' }), own, wallets))).toBe(false);
});

test('a line of somebody else, and one of no wallet of the person, is found', () => {
  expect(isRight(checkLines(statement, { number: 7, lines: [...own.lines, lineOf(1)] }, wallets))).toBe(false);
  expect(passes({ walletId: 'not mine' })).toBe(false);
  // Of an address that the signer has disowned this device knows only the wallet.
  expect(isRight(checkLines(statement, own, [{ id: 'mine', address: null }]))).toBe(true);
});

test('a line that is missing between others, or there twice, and lines of another snapshot are found', () => {
  expect(isRight(checkLines(statement, { number: 7, lines: [first, lineOf(4)] }, wallets))).toBe(false);
  expect(isRight(checkLines(statement, { number: 7, lines: [...own.lines, first] }, wallets))).toBe(false);
  expect(isRight(checkLines(statement, { ...own, number: 6 }, wallets))).toBe(false);
});
