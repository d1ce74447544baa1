import type { RecordDetailView } from '@tern/contracts/routes/records';
import { expect, test } from 'vitest';
import { secondsTaken, sentState, type SentState } from './sent-state.ts';

const inBlock = { seen: 3, required: 19 };

test.each([
  ['success', null, 'arrived'],
  ['withdrawing', null, 'sending'],
  ['review-approved', null, 'sending'],
  ['confirming', inBlock, 'confirming'],
  ['withdrawing', inBlock, 'confirming'],
  ['pending-review', null, 'in-review'],
  ['failed', null, 'returned'],
  ['review-rejected', null, 'returned'],
  ['cancelled', null, 'returned'],
] as const satisfies readonly (readonly [RecordDetailView['status'], typeof inBlock | null, SentState])[])(
  '%s with confirmations %o is %s: only what is final has arrived',
  (status, confirmations, expected) => {
    expect(sentState({ status, confirmations })).toBe(expected);
  },
);

test('the time it took ends with the settling, which has to have happened', () => {
  const createdAt = '2026-11-21T14:31:00.000Z';
  const at = '2026-11-21T14:31:58.000Z';
  expect(secondsTaken({ createdAt, timeline: [{ step: 'settled', state: 'done', at }] })).toBe(58);
  expect(secondsTaken({ createdAt, timeline: [{ step: 'settled', state: 'todo', at: null }] })).toBeUndefined();
});
