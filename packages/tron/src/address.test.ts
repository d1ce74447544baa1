import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { addressToHex, findAddressFromBytes, findAddressFromHex, getAddress, parseAddress } from './address.ts';
import { addresses } from './testing/arbitraries.ts';
import { isZeroAddress, zeroAddress } from './zero-address.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('M29 what is given as an address', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'evm-form'],
    ['0XA614F803B6FD780986A42C78EC9C7F77E6DED13C', 'evm-form'],
    ['0x', 'evm-form'],
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'hex-form'],
    ['a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'hex-form'],
    [' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'bad-alphabet'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', 'bad-alphabet'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6l', 'bad-alphabet'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', 'bad-alphabet'],
    ['ТR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'bad-alphabet'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'bad-length'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt', 'bad-length'],
    ['T', 'bad-length'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'bad-checksum'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgLjj6t', 'bad-checksum'],
    ['tR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'bad-checksum'],
    ['1111111111111111111111111111111111', 'bad-checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bad-prefix'],
  ] as const)('%j is %s', (text, fault) => {
    expect(parseAddress(text)).toEqual({ fault });
  });

  test('a right address is an address', () => {
    expect(parseAddress(usdt)).toEqual({ address: usdt });
  });

  test('one changed or swapped character never gives another address', () => {
    fc.assert(
      fc.property(
        addresses,
        fc.nat({ max: 33 }),
        fc.constantFrom('1', '2', 'A', 'B', 'a', 'b', 'z'),
        (address, at, letter) => {
          const changed = address.slice(0, at) + letter + address.slice(at + 1);
          fc.pre(changed !== address);
          expect(parseAddress(changed)).toHaveProperty('fault');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('arbitrary text never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => void parseAddress(text)));
  });
});

test('agrees with tronweb in both directions', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(TronWeb.address.toHex(address)).toBe(addressToHex(address));
      expect(TronWeb.address.fromHex(addressToHex(address))).toBe(address);
      expect(parseAddress(address)).toEqual({ address });
      expect(findAddressFromHex(addressToHex(address))).toBe(address);
      expect(findAddressFromHex(addressToHex(address).slice(2).toUpperCase())).toBe(address);
    }),
    { numRuns: 300 },
  );
});

test('bytes that are no address are not made one', () => {
  expect(findAddressFromBytes(new Uint8Array(21))).toBeUndefined();
  expect(findAddressFromBytes(new Uint8Array(32))).toBeUndefined();
  expect(findAddressFromHex('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBeUndefined();
  expect(() => getAddress('TR7')).toThrow('not a Tron address');
});

test('knows the zero address', () => {
  expect(findAddressFromBytes(new Uint8Array(20))).toBe(zeroAddress);
  expect(isZeroAddress(zeroAddress)).toBe(true);
  expect(isZeroAddress(getAddress(usdt))).toBe(false);
});
