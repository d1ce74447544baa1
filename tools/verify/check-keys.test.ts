import { expect, test } from 'vitest';
import { checkKeys } from './check-keys.ts';

const id = 'ab'.repeat(32);
const hot = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const cold = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** What is found where a first statement says that this is held of USDT. */
function findingsOf(...held: readonly string[]): readonly string[] {
  const statement = [
    'liabilities 1',
    'number 1',
    'day 2026-11-29',
    'due 2026-11-29T00:00:00.000Z',
    `block 71000000 ${id} 2026-11-29T00:00:00.000Z`,
    'previous none',
    `asset usdt owed 900 part-max 2 lines 1024 root ${id}`,
    ...held.map((line) => `held usdt ${line}`),
    '',
  ].join('\n');
  const snapshot = { number: 1, day: '2026-11-29', statement, statementHash: id, listed: true, anchor: null };
  return checkKeys([snapshot], 'wallet.example').found;
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
