import { expect, test } from 'vitest';
import { buildTimeline, countConfirmations, type StepName, type StoredRecord } from './record.ts';

const at = new Date('2026-01-02T03:04:05Z');

function timelineOf(
  record: Pick<StoredRecord, 'direction' | 'settlement' | 'status' | 'type'>,
  steps: readonly StepName[],
): string[] {
  return buildTimeline(
    record,
    steps.map((step) => ({ step, at })),
  ).map(({ step, state }) => `${step} ${state}`);
}

const outgoing = { type: 'outgoing', direction: 'out', settlement: 'chain' } as const;
const incoming = { type: 'incoming', direction: 'in', settlement: 'chain' } as const;

test.each([
  [{ ...incoming, status: 'confirming' }, ['seen'], ['seen done', 'confirming now', 'credited todo']],
  [{ ...incoming, status: 'success' }, ['seen', 'credited'], ['seen done', 'credited done']],
  [{ ...incoming, status: 'failed' }, ['seen', 'failed'], ['seen done', 'failed failed']],
  [
    { ...outgoing, status: 'pending-review' },
    ['requested', 'under-review'],
    [
      'requested done',
      'under-review now',
      'approved todo',
      'signed todo',
      'broadcast todo',
      'confirming todo',
      'settled todo',
    ],
  ],
  [
    { ...outgoing, status: 'withdrawing' },
    ['requested'],
    ['requested done', 'signed now', 'broadcast todo', 'confirming todo', 'settled todo'],
  ],
  [
    { ...outgoing, status: 'withdrawing' },
    ['requested', 'signed', 'broadcast', 'confirming'],
    ['requested done', 'signed done', 'broadcast done', 'confirming now', 'settled todo'],
  ],
  [
    { ...outgoing, status: 'withdrawing' },
    ['requested', 'signed', 'broadcast', 'failed', 'signed'],
    [
      'requested done',
      'signed done',
      'broadcast done',
      'failed failed',
      'signed done',
      'broadcast now',
      'confirming todo',
      'settled todo',
    ],
  ],
  [
    { ...outgoing, status: 'review-rejected' },
    ['requested', 'under-review', 'rejected', 'returned'],
    ['requested done', 'under-review done', 'rejected failed', 'returned done'],
  ],
  [
    { ...outgoing, settlement: 'internal', status: 'success' },
    ['requested', 'settled'],
    ['requested done', 'settled done'],
  ],
] as const)('the timeline of %o after %o', (record, steps, expected) => {
  expect(timelineOf(record, steps)).toEqual(expected);
});

test.each([
  ['confirming', 100, 100, 1],
  ['confirming', 100, 117, 18],
  ['confirming', 100, 118, 19],
  ['confirming', 100, 500, 19],
  ['confirming', 100, 98, 1],
  ['withdrawing', 100, 104, 5],
] as const)('%s in block %i with the head at %i shows %i of 19', (status, blockNumber, head, seen) => {
  expect(countConfirmations({ status, blockNumber }, head, 19)).toEqual({ seen, required: 19 });
});

test('a record that waits for no block counts nothing', () => {
  expect(countConfirmations({ status: 'withdrawing', blockNumber: null }, 100, 19)).toBeNull();
  expect(countConfirmations({ status: 'success', blockNumber: 90 }, 100, 19)).toBeNull();
});
