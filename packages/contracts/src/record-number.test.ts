import { newOrderedId, type RecordId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { kindOfRecord, readRecordNumber, recordNumber } from './record-number.ts';

// Goal: a person reads a number from the wallet, and an operator who types it finds that record. Method: numbers there and back.

const at = Date.parse('2026-11-21T11:48:02.114Z');
const id = '019aa633-6882-7b7b-8f13-ae7f8bffffff';

test('a number says the kind and the day in UTC', () => {
  const made = newOrderedId<RecordId>(at);
  expect(recordNumber({ id: made, kind: 'send' })).toMatch(/^W-20261121-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(recordNumber({ id: made, kind: 'deposit' })).toMatch(/^D-20261121-/);
  expect(kindOfRecord({ type: 'outgoing', settlement: 'chain' })).toBe('send');
  expect(kindOfRecord({ type: 'outgoing', settlement: 'internal' })).toBe('internal');
});

test('a number that is typed names the record it was made of, and no other', () => {
  for (const time of [at, Date.parse('2026-11-21T00:00:00.000Z'), Date.parse('2026-11-21T23:59:59.999Z')]) {
    const made = [newOrderedId<RecordId>(time), newOrderedId<RecordId>(time), newOrderedId<RecordId>(time + 1)];
    const found = readRecordNumber(recordNumber({ id: made[0] ?? '', kind: 'swap' }));
    const named = made.filter(
      (each) =>
        found !== undefined &&
        each >= found.from &&
        each <= found.to &&
        (Number.parseInt(each.slice(-6), 16) & 0x7f_ff_ff) === found.tail,
    );
    expect(named).toEqual([made[0]]);
  }
});

test('a number is read as people type it', () => {
  const number = recordNumber({ id, kind: 'send' });
  const found = readRecordNumber(number);
  expect(found?.tail).toBe(0x7f_ff_ff);
  for (const typed of [number.toLowerCase(), ` ${number} `, number.replaceAll('-', '')])
    expect(readRecordNumber(typed), typed).toEqual(found);
  expect(readRecordNumber('W-20261121-0000O-0000l')).toEqual(readRecordNumber('W-20261121-00000-00001'));
});

test('an id without a time stays as it is', () => {
  for (const each of ['0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001', 'record'])
    expect(recordNumber({ id: each, kind: 'send' })).toBe(each);
});

test('what is no number is none', () => {
  const wrong = ['', 'W-20261121', 'W-20261321-00000-00000', 'Q-20261121-00000-00000', 'W-20261121-ZZZZZ-ZZZZZ'];
  for (const typed of [...wrong, 'W-20261121-0000U-00000', 'w'.repeat(26), id])
    expect(readRecordNumber(typed), typed).toBeUndefined();
});
