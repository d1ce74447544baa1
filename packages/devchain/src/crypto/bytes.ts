/** Lower-case hex without prefix. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Bytes of a hex string, with or without `0x`. Throws `RangeError` when it is not hex. */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) throw new RangeError(`not a hex string: ${text}`);
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Big-endian unsigned integer of `length` bytes. */
export function uintBytes(value: bigint, length: number): Uint8Array {
  return fromHex(value.toString(16).padStart(length * 2, '0'));
}

export function bytesToUint(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}

export const utf8Bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
