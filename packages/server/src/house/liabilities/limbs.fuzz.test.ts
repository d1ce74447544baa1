import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bigintOf,
  exceeds,
  limbsOf,
  makeLimbs,
  readDecimal,
  readFraction,
  readSixteen,
  subtract,
  subtractSmall,
  takeFraction,
  writeDecimal,
  writeSixteen,
} from './limbs.ts';

// Goal: what is computed with limbs is what bigints give, at the limits of a limb, of 53, 64 and 128 bits as well.

const limits = [24n, 48n, 53n, 63n, 64n, 72n, 96n, 100n, 120n, 128n].map((bits) => 1n << bits);
const edges = [0n, 1n, 2n, 9_999_999n, 10_000_000n, ...limits.flatMap((limit) => [limit - 1n, limit, limit + 1n])];
const edge = fc.constantFrom(...edges.filter((each) => each < 1n << 128n));
const amount = fc.oneof(
  edge,
  fc.integer({ min: 1, max: 128 }).chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })),
);

const latin1 = (text: string) => new TextEncoder().encode(text);

test.each(['-9', '12:3', '1/2', ''.padEnd(20, '4') + '-'])('what is not made of digits is no amount: %s', (text) => {
  expect(() => readDecimal(latin1(text), { from: 0, to: text.length }, makeLimbs())).toThrow(RangeError);
});

test('decimal digits are read and written as they are, and so are 16 bytes', () => {
  fc.assert(
    fc.property(amount, (each) => {
      const [limbs, again] = [makeLimbs(), makeLimbs().fill(77)];
      const text = latin1(`x${each} `);
      const width = readDecimal(text, { from: 1, to: text.length - 1 }, limbs);
      expect({ limbs, width }).toEqual(limbsOf(each));
      const written = new Uint8Array(60);
      const ends = writeDecimal({ limbs, width }, written, 3);
      expect(Buffer.from(written).toString('latin1', 3, ends)).toBe(String(each));
      const bytes = Buffer.alloc(24);
      writeSixteen({ limbs, width }, bytes, 4);
      expect(bytes.toString('hex')).toBe(`00000000${each.toString(16).padStart(32, '0')}00000000`);
      expect(readSixteen(bytes, 4, again)).toBe(width);
      expect(bigintOf(again)).toBe(each);
    }),
  );
});

test('what is 2^128 or more is refused', () => {
  for (const each of [1n << 128n, 1n << 140n]) {
    expect(() => writeSixteen(limbsOf(each), new Uint8Array(16), 0)).toThrow(RangeError);
  }
  const text = latin1(String(1n << 144n));
  expect(() => readDecimal(text, { from: 0, to: text.length }, makeLimbs())).toThrow(RangeError);
});

test('a fraction of a span is the one that bigints give', () => {
  const drawn = fc.oneof(edge, fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }));
  fc.assert(
    fc.property(amount, drawn, (span, number) => {
      const bytes = Buffer.from(`ffff${number.toString(16).padStart(32, '0')}ffff`, 'hex');
      const [fraction, part] = [makeLimbs(), makeLimbs()];
      readFraction(bytes, 2, fraction);
      takeFraction(fraction, limbsOf(span), part);
      expect(part).toEqual(limbsOf(((number >> 1n) * span) >> 127n).limbs);
    }),
  );
});

test('differences and comparisons are those of bigints', () => {
  const small = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: 2 ** 31 }));
  fc.assert(
    fc.property(amount, amount, small, (one, other, less) => {
      const [larger, smaller] = one < other ? [other, one] : [one, other];
      expect(exceeds(limbsOf(one), limbsOf(other))).toBe(one > other);
      const number = limbsOf(larger);
      const wanted = larger - BigInt(less);
      const to = makeLimbs();
      // One more has to fit into the same limbs, as a part of a balance does.
      if (wanted >= 0n && wanted < 1n << BigInt(24 * number.width)) {
        subtractSmall(number, less, to);
        expect(to).toEqual(limbsOf(wanted).limbs);
      }
      subtract(number, limbsOf(smaller).limbs);
      expect(number.limbs).toEqual(limbsOf(larger - smaller).limbs);
    }),
  );
});
