import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { findAnchorFault, type RecoverSigner } from './follow-anchor.ts';
import { noteBytes, rawBytes, transferBytes } from './testing/anchor-bytes.ts';

// Goal: a node that shows another transaction than the anchor is found. Method: bytes as Tron's protobuf has them, and one
// change of them for each lie. How a key is recovered is another package's, so here a signature names it and its bytes.

const hot = '4174472e7d35395a6b5add427eecb7f4b62ad2b071';
const hotAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const fee = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const hash = 'ab'.repeat(32);
const own = noteBytes(`liabilities 1 7 ${hash}`);
const contractOf = (owner: string) => transferBytes(owner, fee);

const feeAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const signBy = (address: string, rawHex: string) => `${address} ${rawHex}`;
const recover: RecoverSigner = ({ rawHex, signatureHex }) =>
  signatureHex.endsWith(` ${rawHex}`) ? signatureHex.split(' ')[0] : undefined;

const look = (rawHex: string, txId = idOf(rawHex), signatures = [signBy(hotAddress, rawHex)]) =>
  findAnchorFault({ number: 7, hash, hotAddress, txId }, { rawHex, signatures }, recover);
const idOf = (rawHex: string) => bytesToHex(sha256(hexToBytes(rawHex)));

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
  expect(look(rawHex, txId ?? idOf(rawHex))).toBe(fault);
});

const rawHex = rawBytes(own, contractOf(hot));

test.each([
  ['no signature', []],
  ['a stranger’s signature', [signBy(feeAddress, rawHex)]],
  ['the hot wallet’s signature of something else', [signBy(hotAddress, rawBytes(own, contractOf(fee)))]],
  ['what no key can have signed', ['00'.repeat(65)]],
])('a node that shows the bytes with %s is found', (_, signatures) => {
  expect(look(rawHex, idOf(rawHex), signatures)).toBe('signature');
});

test('the hot wallet’s signature may stand beside others', () => {
  expect(look(rawHex, idOf(rawHex), [signBy(feeAddress, rawHex), signBy(hotAddress, rawHex)])).toBeUndefined();
});

test('where a statement names no hot wallet, the transaction may be anybody’s who signed it', () => {
  const shown = rawBytes(own, contractOf(fee));
  const lookAt = (signatures: readonly string[]) =>
    findAnchorFault(
      { number: 7, hash, hotAddress: undefined, txId: idOf(shown) },
      { rawHex: shown, signatures },
      recover,
    );
  expect(lookAt([signBy(feeAddress, shown)])).toBeUndefined();
  expect(lookAt([signBy(hotAddress, shown)])).toBe('signature');
  expect(lookAt([])).toBe('signature');
});
