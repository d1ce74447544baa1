import { expect, test } from 'vitest';
import { concat, toHex } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';
import { merkleRoot } from './block.ts';

const leaf = (text: string) => sha256(new TextEncoder().encode(text));
const pair = (left: Uint8Array, right: Uint8Array) => sha256(concat(left, right));
const [a, b, c, d, e] = [leaf('a'), leaf('b'), leaf('c'), leaf('d'), leaf('e')];

test.each([
  ['no leaf', [], new Uint8Array(32)],
  ['one leaf', [a], a],
  ['a pair', [a, b], pair(a, b)],
  ['an odd leaf moves up alone', [a, b, c], pair(pair(a, b), c)],
  ['and again', [a, b, c, d, e], pair(pair(pair(a, b), pair(c, d)), e)],
])('the Merkle root of %s', (_, leaves, root) => {
  expect(toHex(merkleRoot(leaves))).toBe(toHex(root));
});
