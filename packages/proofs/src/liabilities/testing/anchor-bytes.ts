import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A field of a protobuf message whose bytes are fewer than 128, in hexadecimal. */
function field(tag: number, hex: string): string {
  return tag.toString(16).padStart(2, '0') + (hex.length / 2).toString(16).padStart(2, '0') + hex;
}

/** For tests: the note of a transaction as Tron's protobuf has it, in hexadecimal. */
export function noteBytes(text: string): string {
  return field(0x52, bytesToHex(utf8ToBytes(text)));
}

/** For tests: the contract of a transaction that sends 1 sun. Addresses are 21 bytes, in hexadecimal. */
export function transferBytes(owner: string, receiver: string): string {
  const transfer = `${field(0x0a, owner)}${field(0x12, receiver)}1801`;
  const type = bytesToHex(utf8ToBytes('type.googleapis.com/protocol.TransferContract'));
  return field(0x5a, `0801${field(0x12, field(0x0a, type) + field(0x12, transfer))}`);
}

/** For tests: `raw_data_hex` of a transaction with these fields, between its block reference and its time. */
export function rawBytes(...fields: readonly string[]): string {
  return `0a02b1c2${field(0x22, '0102030405060708')}40e0a5c9f0b933${fields.join('')}70c0d0c5f0b933`;
}
