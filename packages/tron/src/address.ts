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
 * Reads an address a person or a client gave. Only the base58check form is an address here; the hexadecimal forms are
 * named, not converted, because a person who pastes one usually copied from another chain's tool.
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

/** Brands text that must already be an address (settings, our own database). Throws on anything else. */
export function getAddress(text: string): TronAddress {
  const parsed = parseAddress(text);
  assert('address' in parsed, `not a Tron address: ${text.slice(0, 64)}`);
  return parsed.address;
}

/** The 21 bytes (0x41 and 20 more) that stand in transactions. */
export function addressToBytes(address: TronAddress): Uint8Array {
  const bytes = decodeBase58(address);
  assert(bytes?.length === 25, 'a branded address is always 25 bytes');
  return bytes.slice(0, 21);
}

/** `41` and 40 lower-case digits, as Tron's HTTP API writes it. */
export function addressToHex(address: TronAddress): string {
  return bytesToHex(addressToBytes(address));
}

/** From 21 bytes with prefix 0x41, or the 20 bytes the virtual machine uses. `undefined` for anything else. */
export function findAddressFromBytes(bytes: Uint8Array): TronAddress | undefined {
  if (bytes.length === 20) return encodeAddress(Uint8Array.of(prefix, ...bytes));
  return bytes.length === 21 && bytes[0] === prefix ? encodeAddress(bytes) : undefined;
}

/** As `findAddressFromBytes`, for hexadecimal text of either case without `0x`. */
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
