import { expect, test } from 'vitest';
import { idempotencyHeaders, idField, personIdField, walletIdField } from './fields.ts';

test('M02 an id is one however it is written: upper case names the same draft, quote and request', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(idField.parse(id.toUpperCase())).toBe(id);
  expect(idempotencyHeaders.parse({ 'idempotency-key': id.toUpperCase() })).toEqual({ 'idempotency-key': id });
  expect(idField.safeParse(`${id}0`).success).toBe(false);
});

test('kinds of ids are types alone: the browser has one check for all of them', () => {
  expect(personIdField).toBe(idField);
  expect(walletIdField).toBe(idField);
});
