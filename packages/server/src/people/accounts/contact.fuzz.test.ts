import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeContact } from './contact.ts';

const pieces = fc.constantFrom(
  '\r\n',
  '\n',
  '%0d%0a',
  'Bcc:',
  ',',
  ';',
  '<',
  '>',
  '"',
  ' ',
  '\0',
  '\u2028',
  '\u202e',
  '＠',
  '@',
  '.',
  'a',
  'ü',
  '例',
  '-',
  '+',
);

test('A20 of 10,000 odd addresses each is refused or is one bare address without room for a header', () => {
  const text = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), (typed, withDomain) => {
      const email = withDomain ? `${typed}@example.org` : typed;
      try {
        const { value } = normalizeContact({ kind: 'email', email });
        expect(value).toMatch(/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+$/);
      } catch (error) {
        expect(error).toMatchObject({ code: 'EMAIL_INVALID' });
      }
    }),
    { numRuns: 10_000 },
  );
});
