import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['172.31.255.255'],
  ['192.168.0.1'],
  ['198.19.0.1'],
  ['224.0.0.1'],
  ['0.0.0.0'],
  ['::1'],
  ['fd00::1'],
  ['fe80::1'],
  // Inner addresses of version 4 in the clothes of version 6: mapped, of NAT64, of 6to4, of Teredo.
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['2001:0:7f00:1::'],
  ['wallet.example.com'],
])('W19 %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([['1.1.1.1'], ['172.32.0.1'], ['100.128.0.1'], ['2606:4700:4700::1111'], ['2001:4860:4860::8888']])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
