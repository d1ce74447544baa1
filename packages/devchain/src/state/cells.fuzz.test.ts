import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeWrites, encodeWrites } from './cells.ts';
import type { Cell } from './cells.ts';

const leaf = fc.oneof(fc.bigInt(), fc.uint8Array(), fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const cell = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), leaf));

test('writes survive the way through JSON text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.option(cell, { nil: undefined }))), (pairs) => {
      const writes = new Map(pairs as [string, Cell | undefined][]);
      const text = JSON.stringify(encodeWrites(writes));
      expect(decodeWrites(JSON.parse(text))).toEqual(writes);
    }),
  );
});
