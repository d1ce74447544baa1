import type { PersonId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { limitKey } from './limit-key.ts';
import { ipBlocks } from './request-origin.ts';

test('A18 all addresses of one line have one key', () => {
  const keys = ['2001:db8::1', '2001:db8::beef', '2001:0db8:0:0:1::1'].map((ip) =>
    limitKey('status', ipBlocks(ip).line),
  );
  expect(new Set(keys)).toEqual(new Set(['status:2001:0db8:0000:0000::/64']));
});

test('A18 no key is made of an address as it came, neither as what is counted nor within the name', () => {
  const ip: string = '2001:db8::1';
  const refused = [
    // @ts-expect-error an address is nothing that is counted
    () => limitKey('status', ip),
    // @ts-expect-error a name is written out
    () => limitKey(`status:${ip}`, 'somebody' as PersonId),
  ];
  expect(refused).toHaveLength(2);
});
