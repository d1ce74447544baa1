import type { RecordView } from '@tern/contracts/routes/records';
import { expect, test } from 'vitest';
import { findArrivals, findSettled } from './find-arrivals.ts';

const record = (id: string, status: RecordView['status']) => ({ id, status }) as RecordView;
const ids = (records: readonly RecordView[], before: ReadonlySet<string>) =>
  findArrivals(records, before).map(({ id }) => id);

test('what was credited before the page was opened is no arrival', () => {
  const opened = [record('b', 'confirming'), record('a', 'success')];
  expect(ids(opened, findSettled(opened))).toEqual(['b']);
});

test('a deposit stays in sight when it is credited, and a new one joins', () => {
  const before = findSettled([record('b', 'confirming'), record('a', 'success')]);
  expect(ids([record('c', 'confirming'), record('b', 'success'), record('a', 'success')], before)).toEqual(['c', 'b']);
});

test('a deposit the network took back is told, and shown again when it confirms anew', () => {
  const before = findSettled([record('a', 'failed')]);
  expect(ids([record('b', 'failed'), record('a', 'failed')], before)).toEqual(['b']);
  expect(ids([record('a', 'confirming')], before)).toEqual(['a']);
});
