import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { textOfEntry } from '@tern/proofs/log/log-leaf';
import { hashDay, openLog } from '@tern/proofs/log/open-log';
import { rootOfPath } from '@tern/proofs/merkle-path';
import { growTree, pathOf } from '@tern/proofs/merkle-tree';
import { expect, test } from 'vitest';
import { checkInLog } from './check-in-log.ts';

// Goal (H25): the device finds a record in the log, and says so where what it is shown differs from what it saw or from itself.
const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const entry = {
  ...{ day: '2026-11-28', owner: address, assetId: 'usdt', seq: '1', amount: '-5', balance: '7', kind: 'k', code: 'c' },
  ...{ time: '1', nonce: 'ab'.repeat(16) },
};
const root = rootOfPath(new TextEncoder().encode(textOfEntry(entry)), []);

function publish(roots: readonly string[]) {
  const log = openLog();
  return roots.map((each, position) => {
    const day = { position, day: `2026-11-2${7 + position}`, leaves: 1_024, root: each };
    return { ...day, head: log.add(day), consistency: [] };
  });
}

const days = publish(['cd'.repeat(32), root, 'ef'.repeat(32)]);
const head = { size: 3, hash: days[2]?.head ?? '' };
const text = [
  ...['liabilities 1', 'number 1', 'day 2026-11-29', 'due 2026-11-29T00:00:00.000Z'],
  ...[`block 1 ${'ab'.repeat(32)} 2026-11-29T00:00:00.000Z`, 'previous none', `log ${head.size} ${head.hash}`, ''],
].join('\n');
const statement = { number: 1, text, hash: hashStatement(text), anchor: null };
const logPath = [...pathOf(growTree(days.map(hashDay)), 1)];
const proof = { recordId: 'r', entries: [{ ...entry, path: [], position: 1, leaves: 1_024, root, logPath }], waiting: 0, statement };

test('H25 a record that is in the log is found there, and the log is remembered', () => {
  expect(checkInLog(proof, days, { address, seen: undefined })).toEqual({ finding: 'in-log', head });
  expect(checkInLog(proof, days, { address, seen: { size: 2, hash: days[1]?.head ?? '' } })).toEqual({ finding: 'in-log', head });
});

test('H25 a record whose day no statement names yet waits, and one that moved nothing is not expected', () => {
  expect(checkInLog({ ...proof, entries: [], waiting: 1, statement: null }, [], { address, seen: undefined }).finding).toBe('waiting');
  expect(checkInLog({ ...proof, entries: [] }, days, { address, seen: head }).finding).toBe('none');
});

test.each([
  [
    'an entry with another amount',
    { ...proof, entries: proof.entries.map((each) => ({ ...each, amount: '-6' })) },
    days,
  ],
  ['a statement that was changed', { ...proof, statement: { ...statement, text: `${text}x\n` } }, days],
  ['a day that was replaced', proof, publish(['cd'.repeat(32), root, '00'.repeat(32)])],
  ['a day that was removed', proof, days.slice(0, 2)],
])('H25 %s is told, and what was seen first stays', (_, shown, published) => {
  const seen = { size: 2, hash: days[1]?.head ?? '' };
  expect(checkInLog(shown, published, { address, seen })).toEqual({ finding: 'different', head: seen });
});

test('H25 a log that differs from the one this device saw is told', () => {
  expect(checkInLog(proof, days, { address, seen: { size: 2, hash: 'ab'.repeat(32) } }).finding).toBe('different');
  expect(checkInLog(proof, days, { address, seen: { size: 4, hash: head.hash } }).finding).toBe('different');
});

test('H25 an entry that names another wallet is told, so two people cannot be shown one leaf', () => {
  const other = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  expect(checkInLog(proof, days, { address: other, seen: undefined }).finding).toBe('different');
  // Of an address that the signer has disowned this device knows only the wallet.
  expect(checkInLog(proof, days, { address: null, seen: undefined }).finding).toBe('in-log');
});
