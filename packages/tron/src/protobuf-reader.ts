import { CodecFault } from './codec-fault.ts';

export type ProtobufValue = { readonly number: number; readonly value: bigint | Uint8Array };

/** Reads all fields of one message in order. Only varint and length-delimited fields occur in Tron's transactions. */
export function readFields(bytes: Uint8Array): readonly ProtobufValue[] {
  const fields: ProtobufValue[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new CodecFault('message ends inside a number');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new CodecFault('number longer than 64 bits');
  };
  while (at < bytes.length) {
    const tag = readVarint();
    const wireType = tag & 7n;
    const number = Number(tag >> 3n);
    if (wireType === 0n) {
      fields.push({ number, value: readVarint() });
      continue;
    }
    if (wireType !== 2n) throw new CodecFault(`wire type ${wireType} does not occur in a transaction`);
    const length = Number(readVarint());
    if (at + length > bytes.length) throw new CodecFault('message ends inside a field');
    fields.push({ number, value: bytes.slice(at, at + length) });
    at += length;
  }
  return fields;
}

/** Access to the fields of a message in which every field may occur once at most and no other field may occur. */
export function readMessage(bytes: Uint8Array, known: readonly number[]) {
  const byNumber = new Map<number, bigint | Uint8Array>();
  for (const { number, value } of readFields(bytes)) {
    if (!known.includes(number)) throw new CodecFault(`unknown field ${number}`);
    if (byNumber.has(number)) throw new CodecFault(`field ${number} occurs twice`);
    byNumber.set(number, value);
  }
  return {
    varint(number: number): bigint {
      const value = byNumber.get(number) ?? 0n;
      if (typeof value !== 'bigint') throw new CodecFault(`field ${number} is not a number`);
      return value;
    },
    bytes(number: number): Uint8Array {
      const value = byNumber.get(number) ?? new Uint8Array();
      if (typeof value === 'bigint') throw new CodecFault(`field ${number} is not bytes`);
      return value;
    },
  };
}
