import { expect, test } from 'vitest';
import { mayComeFrom } from './service-key.ts';

test.each([
  ['an address of its range', ['192.0.2.0/24'], '192.0.2.77', true],
  ['an address beside it', ['192.0.2.0/24'], '192.0.3.1', false],
  ['an IPv6 address of its range', ['2001:db8::/32'], '2001:db8:1::1', true],
  ['one of several ranges', ['192.0.2.0/24', '2001:db8::/32'], '2001:db8::2', true],
  // The runtime's own list says that these IPv6 ranges have every IPv4 address.
  ['any IPv4 address, with a range of IPv6', ['::/32'], '203.0.113.9', false],
  ['any IPv4 address, with the range of mapped ones', ['::ffff:0:0/96'], '203.0.113.9', false],
])('a key is used from %s: %s, %s', (_, addresses, ip, may) => {
  expect(mayComeFrom({ addresses }, ip)).toBe(may);
});
