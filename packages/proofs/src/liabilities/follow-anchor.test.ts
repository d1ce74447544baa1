import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { findAnchorFault } from './follow-anchor.ts';

// Goal: a node that shows another transaction than the anchor is found. Method: bytes as Tron's protobuf has them, put together
// here, and one change of them for each lie.

const hot = '4174472e7d35395a6b5add427eecb7f4b62ad2b071';
const hotAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const fee = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const hash = 'ab'.repeat(32);
const note = (text: string) => field(0x52, bytesToHex(utf8ToBytes(text)));
const own = note(`liabilities 1 7 ${hash}`);

function field(tag: number, hex: string): string {
  return tag.toString(16).padStart(2, '0') + (hex.length / 2).toString(16).padStart(2, '0') + hex;
}

function contractOf(owner: string): string {
  const transfer = `${field(0x0a, owner)}${field(0x12, fee)}1801`;
  const type = bytesToHex(utf8ToBytes('type.googleapis.com/protocol.TransferContract'));
  // The parameter is longer than 127 bytes: its length takes two.
  const parameter = field(0x0a, type) + field(0x12, transfer);
  return field(0x5a, `0801${field(0x12, parameter)}`);
}

/** Block reference, expiry, the fields given, and the time. */
const raw = (...fields: string[]) =>
  `0a02b1c2${field(0x22, '0102030405060708')}40e0a5c9f0b933${fields.join('')}70c0d0c5f0b933`;
const look = (rawHex: string, txId = bytesToHex(sha256(hexToBytes(rawHex)))) =>
  findAnchorFault({ number: 7, hash, hotAddress, txId }, rawHex);

test('the hot wallet’s transaction with the note is the anchor', () => {
  expect(look(raw(own, contractOf(hot)))).toBeUndefined();
});

test.each([
  ['other bytes than the id stands for', raw(own, contractOf(hot)), 'cd'.repeat(32), 'bytes'],
  ['no bytes', '', 'cd'.repeat(32), 'bytes'],
  ['what is not hexadecimal', 'xyz', 'cd'.repeat(32), 'bytes'],
  ['another hash', raw(note(`liabilities 1 7 ${'cd'.repeat(32)}`), contractOf(hot)), undefined, 'note'],
  ['another number', raw(note(`liabilities 1 8 ${hash}`), contractOf(hot)), undefined, 'note'],
  ['no note', raw(contractOf(hot)), undefined, 'note'],
  ['two notes', raw(own, own, contractOf(hot)), undefined, 'note'],
  ['the note inside another one', raw(note(`x${own}`), contractOf(hot)), undefined, 'note'],
  ['another sender', raw(own, contractOf(fee)), undefined, 'sender'],
  ['no contract', raw(own), undefined, 'sender'],
  ['two contracts', raw(own, contractOf(hot), contractOf(fee)), undefined, 'sender'],
  ['bytes that end early', raw(own, contractOf(hot)).slice(0, 60), undefined, 'note'],
])('a node that shows %s is found', (_, rawHex, txId, fault) => {
  expect(look(rawHex, txId ?? bytesToHex(sha256(hexToBytes(rawHex))))).toBe(fault);
});

test('a statement that names no hot wallet asks for nobody’s', () => {
  const rawHex = raw(own, contractOf(fee));
  const txId = bytesToHex(sha256(hexToBytes(rawHex)));
  expect(findAnchorFault({ number: 7, hash, hotAddress: undefined, txId }, rawHex)).toBeUndefined();
});
