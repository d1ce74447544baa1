import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { findAnchorFault } from './follow-anchor.ts';
import { noteBytes, rawBytes, transferBytes } from './testing/anchor-bytes.ts';

// Goal: a node that shows another transaction than the anchor is found. Method: bytes as Tron's protobuf has them, and one
// change of them for each lie.

const hot = '4174472e7d35395a6b5add427eecb7f4b62ad2b071';
const hotAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const fee = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const hash = 'ab'.repeat(32);
const own = noteBytes(`liabilities 1 7 ${hash}`);
const contractOf = (owner: string) => transferBytes(owner, fee);

const look = (rawHex: string, txId = bytesToHex(sha256(hexToBytes(rawHex)))) =>
  findAnchorFault({ number: 7, hash, hotAddress, txId }, rawHex);

test('the hot wallet’s transaction with the note is the anchor', () => {
  expect(look(rawBytes(own, contractOf(hot)))).toBeUndefined();
});

test.each([
  ['other bytes than the id stands for', rawBytes(own, contractOf(hot)), 'cd'.repeat(32), 'bytes'],
  ['no bytes', '', 'cd'.repeat(32), 'bytes'],
  ['what is not hexadecimal', 'xyz', 'cd'.repeat(32), 'bytes'],
  ['another hash', rawBytes(noteBytes(`liabilities 1 7 ${'cd'.repeat(32)}`), contractOf(hot)), undefined, 'note'],
  ['another number', rawBytes(noteBytes(`liabilities 1 8 ${hash}`), contractOf(hot)), undefined, 'note'],
  ['no note', rawBytes(contractOf(hot)), undefined, 'note'],
  ['two notes', rawBytes(own, own, contractOf(hot)), undefined, 'note'],
  ['the note inside another one', rawBytes(noteBytes(`x${own}`), contractOf(hot)), undefined, 'note'],
  ['another sender', rawBytes(own, contractOf(fee)), undefined, 'sender'],
  ['no contract', rawBytes(own), undefined, 'sender'],
  ['two contracts', rawBytes(own, contractOf(hot), contractOf(fee)), undefined, 'sender'],
  ['bytes that end early', rawBytes(own, contractOf(hot)).slice(0, 60), undefined, 'note'],
])('a node that shows %s is found', (_, rawHex, txId, fault) => {
  expect(look(rawHex, txId ?? bytesToHex(sha256(hexToBytes(rawHex))))).toBe(fault);
});

test('a statement that names no hot wallet asks for nobody’s', () => {
  const rawHex = rawBytes(own, contractOf(fee));
  const txId = bytesToHex(sha256(hexToBytes(rawHex)));
  expect(findAnchorFault({ number: 7, hash, hotAddress: undefined, txId }, rawHex)).toBeUndefined();
});
