import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { assert } from '@tern/base/assert';
import type { Branded } from '@tern/base/ids';
import { decodeBase58, encodeBase58, isBase58 } from './base58.ts';

/** A checked Tron address in base58check form (34 characters, starts with `T`). */
export type TronAddress = Branded<string, 'TronAddress'>;

export type AddressFault =
  | 'empty'
  | 'evm-form'
  | 'hex-form'
  | 'bad-length'
  | 'bad-alphabet'
  | 'bad-checksum'
  | 'bad-prefix';

export type ParsedAddress = { readonly address: TronAddress } | { readonly fault: AddressFault };

/** Every Tron address on every network starts with this byte. */
const prefix = 0x41;

/**
 * Reads an address that a person or a client gave. Only the base58check form of 34 characters is an address here; the
 * hexadecimal forms are named, not converted, because whoever pastes one has usually copied it from another chain's
 * tool.
 *
 * It never throws and trims nothing. The first fault that applies is given: `empty`, `evm-form` (begins with 0x),
 * `hex-form` (40 digits, with or without 41), `bad-alphabet`, `bad-length`, `bad-checksum`, and `bad-prefix` for an
 * address of another chain. The form is Tron's own: https://developers.tron.network/docs/account.
 *
 * @example
 * parseAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'); // → { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
 * parseAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'); // → { fault: 'bad-checksum' }
 * parseAddress('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'); // → { fault: 'evm-form' }
 * parseAddress(' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'); // → { fault: 'bad-alphabet' }
 */
export function parseAddress(text: string): ParsedAddress {
  if (text.trim() === '') return { fault: 'empty' };
  if (/^0x/i.test(text)) return { fault: 'evm-form' };
  if (/^(41)?[0-9a-f]{40}$/i.test(text)) return { fault: 'hex-form' };
  if (!isBase58(text)) return { fault: 'bad-alphabet' };
  if (text.length !== 34) return { fault: 'bad-length' };
  const bytes = decodeBase58(text);
  if (bytes?.length !== 25 || !hasChecksum(bytes)) return { fault: 'bad-checksum' };
  return bytes[0] === prefix ? { address: text as TronAddress } : { fault: 'bad-prefix' };
}

/**
 * Brands text that must already be an address, such as a setting or a row of our own database. For text from outside
 * use `parseAddress`.
 *
 * @throws AssertionFault on anything else.
 * @example
 * getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'); // → 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
 * getAddress('TR7N'); // throws AssertionFault('not a Tron address: TR7N')
 */
export function getAddress(text: string): TronAddress {
  const parsed = parseAddress(text);
  assert('address' in parsed, `not a Tron address: ${text.slice(0, 64)}`);
  return parsed.address;
}

/**
 * Gives the 21 bytes of an address as they stand in transactions: 0x41, then the last 20 bytes of the public key's
 * hash.
 *
 * @example
 * addressToBytes(usdt).length; // → 21
 * addressToBytes(usdt)[0]; // → 0x41
 */
export function addressToBytes(address: TronAddress): Uint8Array {
  const bytes = decodeBase58(address);
  assert(bytes?.length === 25, 'a branded address is always 25 bytes');
  return bytes.slice(0, 21);
}

/**
 * Writes an address as the HTTP API of Tron's nodes does: `41` and 40 lower-case hexadecimal digits.
 *
 * @example
 * addressToHex(getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')); // → '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'
 */
export function addressToHex(address: TronAddress): string {
  return bytesToHex(addressToBytes(address));
}

/**
 * Makes an address of its 21 bytes with the prefix 0x41, or of the 20 bytes without it that the virtual machine uses.
 * The answer is `undefined` for any other number of bytes and for another prefix.
 *
 * @example
 * findAddressFromBytes(addressToBytes(usdt)); // → usdt
 * findAddressFromBytes(addressToBytes(usdt).slice(1)); // → usdt
 * findAddressFromBytes(new Uint8Array(21)); // → undefined
 */
export function findAddressFromBytes(bytes: Uint8Array): TronAddress | undefined {
  if (bytes.length === 20) return encodeAddress(Uint8Array.of(prefix, ...bytes));
  return bytes.length === 21 && bytes[0] === prefix ? encodeAddress(bytes) : undefined;
}

/**
 * Makes an address of 42 or 40 hexadecimal digits of either case, as nodes and events of contracts write them. The
 * answer is `undefined` for any other text, `0x` in front included.
 *
 * @example
 * findAddressFromHex('41a614f803b6fd780986a42c78ec9c7f77e6ded13c'); // → 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
 * findAddressFromHex('A614F803B6FD780986A42C78EC9C7F77E6DED13C'); // → 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
 * findAddressFromHex('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'); // → undefined
 */
export function findAddressFromHex(hex: string): TronAddress | undefined {
  const known = recent.get(hex);
  if (known !== undefined) return known;
  const address = /^(41)?[0-9a-f]{40}$/i.test(hex) ? findAddressFromBytes(hexToBytes(hex)) : undefined;
  if (address === undefined) return undefined;
  if (recent.size >= recentMax) recent.clear();
  recent.set(hex, address);
  return address;
}

/** Blocks name the same contracts and exchanges over and over, and each checksum is two hashes. About 10 MB when full. */
const recent = new Map<string, TronAddress>();
const recentMax = 50_000;

function encodeAddress(bytes: Uint8Array): TronAddress {
  return encodeBase58(Uint8Array.of(...bytes, ...checksumOf(bytes))) as TronAddress;
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes)).slice(0, 4);
}

function hasChecksum(bytes: Uint8Array): boolean {
  return bytesToHex(checksumOf(bytes.slice(0, 21))) === bytesToHex(bytes.slice(21));
}
