import { expect, test } from 'vitest';
import type { PublishedSnapshot } from './check-chain.ts';
import { checkKeys } from './check-keys.ts';

const id = 'ab'.repeat(32);
const hot = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const cold = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A statement that says that this is held of an asset. */
function stating(number: number, day: string, held: readonly string[], assetId = 'usdt'): PublishedSnapshot {
  const statement = [
    'liabilities 1',
    `number ${number}`,
    `day ${day}`,
    `due ${day}T00:00:00.000Z`,
    `block 71000000 ${id} ${day}T00:00:00.000Z`,
    'previous none',
    `asset ${assetId} owed 900 part-max 2 lines 1024 root ${id}`,
    ...held.map((line) => `held ${assetId} ${line}`),
    '',
  ].join('\n');
  return { number, day, statement, statementHash: id, listed: true, anchor: null };
}

/** What is found where a first statement says that this is held of USDT. */
function findingsOf(...held: readonly string[]): readonly string[] {
  return checkKeys([stating(1, '2026-11-29', held)], 'wallet.example').found;
}

test('H26 what lies at addresses that were seen about then, and what the books say of the rest, is as it must be', () => {
  expect(
    findingsOf(`hot 500 70999990 ${hot}`, `cold 300 71001200 ${cold}`, 'deposits 90 books', 'moving 9 books'),
  ).toEqual([]);
});

test.each([
  ['cold storage that no address is named for', ['cold 900 books'], 'usdt at cold: is no place of this kind'],
  ['an address for what lies on many', [`deposits 900 71000000 ${hot}`], 'usdt at deposits: is no place of this kind'],
  ['a place that there is not', ['vault 900 books'], 'usdt at vault: is no place of this kind'],
  ['one place twice', ['moving 9 books', 'moving 9 books'], 'usdt at moving: is named twice'],
  ['what was seen long before', [`hot 500 70998799 ${hot}`], 'usdt at hot: was seen 1201 blocks away'],
  ['one address at two places', [`hot 5 71000000 ${hot}`, `cold 5 71000000 ${hot}`], 'is counted twice for usdt'],
])('H26 %s is found', (_, held, finding) => {
  expect(findingsOf(...held)).toEqual([expect.stringContaining(finding)]);
});

const staking = (...held: readonly string[]) => checkKeys([stating(1, '2026-11-29', held, 'trx')], 'wallet.example');

test('H26 the stake stands beside the free TRX of the fee account, at one address whose key signs once', () => {
  const { said, found } = staking(`fee 5 71000000 ${hot}`, `stake 90 71000000 ${hot}`);
  expect([said, found]).toEqual([[`fee ${hot}: its key has signed nothing yet`], []]);
  expect(staking(`stake 90 71000000 ${hot}`).found).toEqual([]);
});

test.each([
  ['staked twice', [`fee 5 71000000 ${hot}`, `stake 9 71000000 ${hot}`, `stake 9 71000000 ${cold}`], 'named twice'],
  ['what lies in another wallet', [`hot 5 71000000 ${hot}`, `stake 9 71000000 ${hot}`], 'is counted twice for trx'],
  ['a stake that only the books have', ['stake 9 books'], 'trx at stake: is no place of this kind'],
])('H26 a stake that is %s is found', (_, held, finding) => {
  expect(staking(...held).found).toEqual([expect.stringContaining(finding)]);
});

test('H26 a stake of a token, which there is not, is found', () => {
  expect(findingsOf(`stake 9 71000000 ${hot}`)).toEqual([expect.stringContaining('usdt at stake: is no place')]);
});

test('H26 a cold address whose key never signed is found once it has been named for a hundred days', () => {
  const held = [`cold 300 71000000 ${cold}`];
  const first = stating(1, '2026-01-01', held);
  const after = (day: string) => checkKeys([first, stating(2, day, held)], 'wallet.example').found;
  expect(after('2026-04-11')).toEqual([]);
  expect(after('2026-04-12')).toEqual([`reserves: the key of cold ${cold} has not signed since it is named`]);
});
