import fc from 'fast-check';
import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { fromBase58, fromInner, toBase58 } from './address.ts';
import { toHex } from './bytes.ts';

const inner = fc.uint8Array({ minLength: 20, maxLength: 20 });

test('base58 agrees with tronweb and comes back', () => {
  fc.assert(
    fc.property(inner, (bytes) => {
      const address = fromInner(bytes);
      const text = toBase58(address);
      expect(text).toBe(utils.address.fromHex(toHex(address)));
      expect(fromBase58(text)).toEqual(address);
    }),
  );
});

test('any one changed character is found', () => {
  fc.assert(
    fc.property(inner, fc.nat(33), fc.constantFrom(...'123ABCxyz0OIl '), (bytes, position, replacement) => {
      const text = toBase58(fromInner(bytes));
      const changed = text.slice(0, position) + replacement + text.slice(position + 1);
      fc.pre(changed !== text);
      expect(fromBase58(changed)).toBeUndefined();
    }),
  );
});
