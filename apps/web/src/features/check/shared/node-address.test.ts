import { expect, test } from 'vitest';
import { readNodeAddress } from './node-address.ts';

test.each([
  ['api.trongrid.io', 'https://api.trongrid.io/'],
  [' https://node.example ', 'https://node.example/'],
  ['https://node.example:8443/tron', 'https://node.example:8443/tron/'],
  ['https://NODE.example/tron/', 'https://node.example/tron/'],
])('the address %j is asked as %j', (typed, address) => {
  expect(readNodeAddress(typed)).toBe(address);
});

test.each([
  '',
  'node',
  'http://node.example',
  'ftp://node.example',
  'javascript:alert(1)',
  'https://me:secret@node.example',
  'https://node.example/?key=1',
  'https://node.example/#part',
  'https://',
  'a b.example',
])('the address %j is refused', (typed) => {
  expect(readNodeAddress(typed)).toBeUndefined();
});
