import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { rootOfInclusion } from '@tern/proofs/log/inclusion';
import { textOfEntry } from '@tern/proofs/log/log-leaf';
import { openLog } from '@tern/proofs/log/open-log';
import { hashLeaf } from '@tern/proofs/merkle-path';
import { expect, test } from 'vitest';
import { checkInLog, readNamedLog, type Shown } from './check-in-log.ts';

// Goal (H25): the device finds a record in the log, and says so where what it is shown differs from what it saw or from itself.
const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const booked = {
  ...{ day: '2026-11-28', owner: address, assetId: 'usdt', seq: '1', amount: '-5', balance: '7', kind: 'k', code: 'c' },
  time: '1',
};
const nonce = 'ab'.repeat(16);
const leaf = hashLeaf(new TextEncoder().encode(textOfEntry({ ...booked, nonce })));
const inDay = { index: 5, size: 1_024, path: Array.from({ length: 10 }, (_, height) => `0${height}`.repeat(32)) };
const root = rootOfInclusion(leaf, inDay) ?? '';

const logOf = (roots: readonly string[]) => {
  const log = openLog();
  for (const [position, each] of roots.entries())
    log.add({ position, day: `2026-11-2${7 + position}`, leaves: 1_024, root: each });
  return log;
};
const log = logOf(['cd'.repeat(32), root, 'ef'.repeat(32)]);
const head = { size: 3, hash: log.headAt(3) };
const text = [
  ...['liabilities 1', 'number 1', 'day 2026-11-29', 'due 2026-11-29T00:00:00.000Z'],
  ...[`block 1 ${'ab'.repeat(32)} 2026-11-29T00:00:00.000Z`, 'previous none', `log ${head.size} ${head.hash}`, ''],
].join('\n');
const statement = { number: 1, text, hash: hashStatement(text), anchor: null };
const entry = { state: 'logged', ...booked, nonce, root, inDay, inLog: log.inclusion(1, 3) } as const;
const shown: Shown = { entries: [entry], statement, log: readNamedLog(statement), consistency: [] };
const known = { address, seen: undefined };
const seen = { size: 2, hash: log.headAt(2) };
const goesOn = { ...shown, consistency: log.consistency(2, 3) };

test('H25 a record that is in the log is found there, and the log is remembered', () => {
  expect(checkInLog(shown, known)).toEqual({ finding: 'in-log', head });
  expect(checkInLog(goesOn, { address, seen })).toEqual({ finding: 'in-log', head });
  expect(checkInLog(shown, { address, seen: head })).toEqual({ finding: 'in-log', head });
});

test('H25 a statement older than the log this device saw is told from a fork, and what was seen stays', () => {
  const later = logOf(['cd'.repeat(32), root, 'ef'.repeat(32), '01'.repeat(32)]);
  const newest = { size: 4, hash: later.headAt(4) };
  const proved = { ...shown, consistency: later.consistency(3, 4) };
  expect(checkInLog(proved, { address, seen: newest })).toEqual({ finding: 'in-log', head: newest });
  expect(checkInLog(proved, { address, seen: { size: 4, hash: '02'.repeat(32) } }).finding).toBe('different');
});

test('H25 a record whose day no statement names yet waits, and one that moved nothing is not expected', () => {
  const waiting = { ...shown, entries: [{ state: 'waiting', ...booked } as const] };
  expect(checkInLog(waiting, known)).toEqual({ finding: 'waiting', head });
  const nothing = { ...waiting, statement: null, log: undefined };
  expect(checkInLog(nothing, known)).toEqual({ finding: 'waiting', head: undefined });
  expect(checkInLog({ ...shown, entries: [] }, { address, seen: head }).finding).toBe('none');
});

test.each<[string, Shown]>([
  ['an entry with another amount', { ...goesOn, entries: [{ ...entry, amount: '-6' }] }],
  ['an entry at another place', { ...goesOn, entries: [{ ...entry, inDay: { ...inDay, index: 4 } }] }],
  ['an entry that should be there and is not', { ...goesOn, entries: [{ state: 'missing', ...booked }] }],
  ['an entry that is shown twice', { ...goesOn, entries: [entry, entry] }],
  ['a statement that names no log', { ...goesOn, log: undefined }],
  ['that there is no statement any more', { ...goesOn, entries: [], statement: null, log: undefined }],
  ['a log without a proof', { ...goesOn, consistency: undefined }],
  ['a proof with what is no hash', { ...goesOn, consistency: ['no hash'] }],
  ['a log that was made anew', { ...goesOn, consistency: logOf(['00'.repeat(32), root, root]).consistency(2, 3) }],
])('H25 %s is told, and what was seen first stays', (_, wrong) => {
  expect(checkInLog(wrong, { address, seen })).toEqual({ finding: 'different', head: seen });
});

test('H25 a statement that was changed names no log', () => {
  expect(readNamedLog(statement)).toEqual(head);
  expect(readNamedLog({ ...statement, text: `${text}x\n` })).toBeUndefined();
  expect(readNamedLog({ ...statement, text: 'x', hash: hashStatement('x') })).toBeUndefined();
  expect(readNamedLog(null)).toBeUndefined();
});

test('H25 a log that differs from the one this device saw is told', () => {
  const forked = { size: 2, hash: 'ab'.repeat(32) };
  expect(checkInLog(goesOn, { address, seen: forked })).toEqual({ finding: 'different', head: forked });
  expect(checkInLog(shown, { address, seen: { size: 3, hash: 'ab'.repeat(32) } }).finding).toBe('different');
});

test('H25 an entry that names another wallet is told, so two people cannot be shown one leaf', () => {
  const other = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  expect(checkInLog(shown, { address: other, seen: undefined }).finding).toBe('different');
  // Of an address that the signer has disowned this device knows only the wallet.
  expect(checkInLog(shown, { address: null, seen: undefined }).finding).toBe('in-log');
});
