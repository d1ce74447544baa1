import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { assert } from '@tern/base/assert';

/** One encoded field; empty where the value is the default, which proto3 never writes. */
export type ProtobufField = Uint8Array;

export function varintField(number: number, value: bigint): ProtobufField {
  assert(value >= 0n && value < 2n ** 63n, `not a positive int64: ${value}`);
  return value === 0n ? new Uint8Array() : concatBytes(varint(BigInt(number << 3)), varint(value));
}

export function bytesField(number: number, value: Uint8Array): ProtobufField {
  return value.length === 0 ? new Uint8Array() : messageField(number, value);
}

export function textField(number: number, value: string): ProtobufField {
  return bytesField(number, utf8ToBytes(value));
}

/** A nested message is written even when it is empty: presence carries meaning. */
export function messageField(number: number, value: Uint8Array): ProtobufField {
  return concatBytes(varint(BigInt((number << 3) | 2)), varint(BigInt(value.length)), value);
}

/** Fields must be given in ascending order of their numbers, as every known encoder writes them. */
export function message(...fields: readonly ProtobufField[]): Uint8Array {
  return concatBytes(...fields);
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
