import { concat, equalBytes, fromHex, toHex } from './bytes.ts';
import { sha256 } from './hash.ts';

/** Tron's version byte: the first of the 21 bytes of every address outside the virtual machine. */
export const addressPrefix = 0x41;

/** 21 bytes as hex, `41…`. The form in which this chain keeps addresses. */
export type AddressHex = string;

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** `T…` form: base58 with a four-byte double SHA-256 checksum. */
export function toBase58(address: Uint8Array): string {
  const checksum = sha256(sha256(address)).subarray(0, 4);
  const bytes = concat(address, checksum);
  let value = BigInt(`0x${toHex(bytes) || '0'}`);
  let text = '';
  while (value > 0n) {
    text = alphabet.charAt(Number(value % 58n)) + text;
    value /= 58n;
  }
  for (let index = 0; index < bytes.length && bytes[index] === 0; index += 1) text = `1${text}`;
  return text;
}

/** Bytes of a `T…` address, or `undefined` when characters, length or checksum are wrong. */
export function fromBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  if (hex.length > 50) return undefined;
  const bytes = fromHex(hex.padStart(50, '0'));
  const address = bytes.subarray(0, 21);
  const checksum = sha256(sha256(address)).subarray(0, 4);
  return equalBytes(checksum, bytes.subarray(21)) ? Uint8Array.from(address) : undefined;
}

export function isAddress(bytes: Uint8Array): boolean {
  return bytes.length === 21 && bytes[0] === addressPrefix;
}

/** The 20 bytes the virtual machine knows. */
export function toInner(address: Uint8Array): Uint8Array {
  return address.subarray(1);
}

/** The 21-byte address of 20 bytes from the virtual machine. */
export function fromInner(inner: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(addressPrefix), inner);
}
