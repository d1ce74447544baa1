import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { expect, test } from 'vitest';
import { checkChain, type Published } from './check-chain.ts';
import { findLate } from './find-late.ts';
import { addSeen, compareSeen } from './seen-statements.ts';

const blockOf = (number: number) => String(number).padStart(64, '0');

/** Statements as the house would publish them; `changes` may replace the text of one before its successors are made. */
function publish(count: number, changes: Readonly<Record<number, (text: string) => string>> = {}): Published[] {
  const published: Published[] = [];
  for (let number = 1; number <= count; number += 1) {
    const before = published.at(-1);
    const day = new Date(Date.UTC(2026, 10, number)).toISOString().slice(0, 10);
    const due = whenDue(day, before === undefined ? '' : blockOf(number - 1)).toISOString();
    const text = [
      'liabilities 1',
      `number ${number}`,
      `day ${day}`,
      `due ${due}`,
      `block ${number} ${blockOf(number)} ${due}`,
      `previous ${before?.statementHash ?? 'none'}`,
      `asset usdt owed 900 part-max 2 lines 1024 root ${'ab'.repeat(32)}`,
      '',
    ].join('\n');
    const statement = changes[number]?.(text) ?? text;
    published.push({ number, day, statement, statementHash: hashStatement(statement) });
  }
  return published;
}

const faultOf = (published: readonly Published[]) => checkChain(published).fault;
const seenOf = (published: readonly Published[]) => addSeen({}, checkChain(published).statements);

test('statements that follow from one another are right, from the first or from a later one on', () => {
  expect(faultOf(publish(5))).toBeUndefined();
  expect(faultOf(publish(5).slice(2))).toBeUndefined();
});

test('a statement that was changed afterwards is found, with its hash changed or not', () => {
  const [first, second, third] = publish(3);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three statements');
  const statement = second.statement.replace('owed 900', 'owed 800');
  expect(faultOf([first, { ...second, statement }, third])).toEqual({ number: 2, what: 'changed' });
  const other = { ...second, statement, statementHash: hashStatement(statement) };
  expect(faultOf([first, other, third])).toEqual({ number: 3, what: 'order' });
});

test('a statement of another number or day, and one that cannot be read, is found', () => {
  const [first, second] = publish(2);
  if (first === undefined || second === undefined) throw new Error('two statements');
  expect(faultOf([first, { ...second, number: 3 }])).toEqual({ number: 3, what: 'changed' });
  expect(faultOf([first, { ...second, day: '2026-11-03' }])).toEqual({ number: 2, what: 'changed' });
  expect(faultOf([first, { ...second, statement: 'liabilities 2\n' }])).toEqual({ number: 2, what: 'changed' });
});

test('a day that was taken out is found by the gap in the numbers', () => {
  expect(faultOf(publish(4).filter(({ number }) => number !== 3))).toEqual({ number: 4, what: 'missing' });
});

test('a moment that was chosen is found: due follows from the block before, and the block is not earlier', () => {
  const due = /^due .*$/m;
  expect(faultOf(publish(3, { 2: (text) => text.replace(due, 'due 2026-11-02T00:00:00.000Z') }))).toEqual({
    number: 2,
    what: 'order',
  });
  const early = (text: string) => text.replace(/^(block \S+ \S+) .*$/m, '$1 2026-11-02T00:00:00.000Z');
  expect(faultOf(publish(3, { 2: early }))).toEqual({ number: 2, what: 'order' });
});

test('a first statement that names one before is found', () => {
  const claim = (text: string) => text.replace('previous none', `previous ${'cd'.repeat(32)}`);
  expect(faultOf(publish(1, { 1: claim }))).toEqual({ number: 1, what: 'order' });
});

test('the device finds a whole other past that fits in itself, and a newest statement that is gone', () => {
  const seen = seenOf(publish(4));
  expect(compareSeen(seen, checkChain(publish(5)).statements)).toEqual({ compared: 4, changed: undefined });
  const another = publish(5, { 2: (text) => text.replace('owed 900', 'owed 800') });
  expect(faultOf(another)).toBeUndefined();
  expect(compareSeen(seen, checkChain(another).statements).changed).toBe(2);
  expect(compareSeen(seen, checkChain(publish(3)).statements).changed).toBe(4);
  expect(compareSeen(seen, []).changed).toBe(1);
  // A server that shows nothing of what was seen.
  expect(compareSeen(seen, checkChain(publish(8)).statements.slice(5)).changed).toBe(4);
});

test('the device keeps what it saw first, and of too many the newest', () => {
  const another = publish(2, { 2: (text) => text.replace('owed 900', 'owed 800') });
  const seen = seenOf(publish(2));
  expect(addSeen(seen, checkChain(another).statements)).toEqual(seen);
  const many = Array.from({ length: 450 }, (_, index) => ({ number: index + 1, hash: `${index}` }));
  const kept = Object.keys(addSeen({}, many)).map(Number);
  expect([kept.length, Math.min(...kept), Math.max(...kept)]).toEqual([400, 51, 450]);
});

/** Three days, and on the second one also a count that operators asked for; `changes` may replace its text. */
function publishDemanded(changes: (text: string) => string = (text) => text): Published[] {
  const [first, second] = publish(2);
  if (first === undefined || second === undefined) throw new Error('two statements');
  const demanded = changes(
    second.statement
      .replace('number 2', 'number 3')
      .replace(/^due .*$/m, 'due 2026-11-02T23:50:00.000Z')
      .replace(/^block .*$/m, `block 30 ${blockOf(30)} 2026-11-02T23:50:01.000Z`)
      .replace(/^previous .*$/m, `previous ${second.statementHash}\ndemanded`),
  );
  const asked = { number: 3, day: '2026-11-02', statement: demanded, statementHash: hashStatement(demanded) };
  // The moment of the next day follows from the count of the day before, and not from the one that was asked for.
  const due = whenDue('2026-11-03', blockOf(2)).toISOString();
  const statement = second.statement
    .replace('number 2', 'number 4')
    .replace('day 2026-11-02', 'day 2026-11-03')
    .replace(/^due .*$/m, `due ${due}`)
    .replace(/^block .*$/m, `block 40 ${blockOf(40)} ${due}`)
    .replace(/^previous .*$/m, `previous ${asked.statementHash}`);
  return [first, second, asked, { number: 4, day: '2026-11-03', statement, statementHash: hashStatement(statement) }];
}

test('a count that operators asked for stands beside that of the day, and the next day follows from the day before', () => {
  expect(faultOf(publishDemanded())).toBeUndefined();
  expect(faultOf(publishDemanded().slice(2))).toBeUndefined();
  expect(checkChain(publishDemanded()).statements.map(({ demanded }) => demanded)).toEqual([false, false, true, false]);
});

test.each([
  ['is not said to be asked for', (text: string) => text.replace('\ndemanded', '')],
  ['goes back to an earlier day', (text: string) => text.replaceAll('2026-11-02', '2026-10-30')],
  ['is earlier than it was asked for', (text: string) => text.replace('23:50:01', '23:49:59')],
])('a count beside that of the day is found where it %s', (_, change) => {
  const fault = faultOf(publishDemanded(change));
  expect(fault?.number).toBe(3);
});

test('a first count that was asked for is found', () => {
  const demand = (text: string) => text.replace('previous none', 'previous none\ndemanded');
  expect(faultOf(publish(1, { 1: demand }))).toEqual({ number: 1, what: 'order' });
});

test('the newest count that was late is found; the first one, and one that was asked for, are never late', () => {
  const late = (ms: number) => (text: string) => {
    const due = /^due (.*)$/m.exec(text)?.[1] ?? '';
    return text.replace(/^(block \S+ \S+) .*$/m, `$1 ${new Date(Date.parse(due) + ms).toISOString()}`);
  };
  const lateIn = (changes: Parameters<typeof publish>[1]) => findLate(checkChain(publish(4, changes)).statements);
  expect(lateIn({ 1: late(36_000_000), 2: late(300_000), 3: late(3_000) })).toBeUndefined();
  expect(lateIn({ 2: late(300_001) })).toEqual({ number: 2, minutes: 5 });
  expect(lateIn({ 2: late(300_001), 3: late(1_234_567) })).toEqual({ number: 3, minutes: 20 });
  expect(findLate(checkChain(publishDemanded(late(400_000))).statements)).toBeUndefined();
});
