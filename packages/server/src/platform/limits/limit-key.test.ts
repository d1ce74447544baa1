import type { PersonId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { limitKey } from './limit-key.ts';
import { ipBlocks, type Line } from './request-origin.ts';

test('A18 all addresses of one line have one key', () => {
  const keys = ['2001:db8::1', '2001:db8::beef', '2001:0db8:0:0:1::1'].map((ip) =>
    limitKey('status', ipBlocks(ip).line),
  );
  expect(new Set(keys)).toEqual(new Set(['status:2001:0db8:0000:0000::/64']));
});

/** Whether a key is made of this. */
type Takes<Name extends string, Counted> = [Name, Counted] extends Parameters<typeof limitKey<Name>> ? true : false;

test('A18 no key is made of an address as it came, neither as what is counted nor within the name', () => {
  // Judged when types are checked.
  const taken = {
    line: true satisfies Takes<'status', Line>,
    address: false satisfies Takes<'status', string>,
    addressWithinName: false satisfies Takes<`status:${string}`, PersonId>,
    anyName: false satisfies Takes<string, PersonId>,
  };
  expect(taken).toEqual({ line: true, address: false, addressWithinName: false, anyName: false });
});
