import { DomainError } from '@tern/contracts/problem';
import { expect, test } from 'vitest';
import { readTypedContact } from './typed-contact.ts';

function read(typed: string): unknown {
  try {
    return readTypedContact(typed)?.value;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.data];
  }
}

test.each([
  ['+44 20 7946 0123', '+442079460123'],
  ['0044 (0)20 7946-0123', '+442079460123'],
  [' Mara@Example.ORG ', 'mara@example.org'],
  [' @Mara_24', '@mara_24'],
  ['TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', undefined],
  ['0x59e2f3b2a1c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8', undefined],
  ['', undefined],
])('%j finds by %j', (typed, value) => {
  expect(read(typed)).toBe(value);
});

test.each([
  ['020 7946 0123', ['ADDRESS_INVALID', { fault: 'phone' }]],
  ['+999 123456', ['ADDRESS_INVALID', { fault: 'phone' }]],
  ['+44 1', ['ADDRESS_INVALID', { fault: 'phone' }]],
  ['mara@', ['EMAIL_INVALID', undefined]],
  ['@x', ['RECEIVER_NOT_FOUND', undefined]],
])('%j says what is missing', (typed, refusal) => {
  expect(read(typed)).toEqual(refusal);
});
