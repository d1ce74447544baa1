import { findAddressFromHex, type TronAddress } from '@tern/tron/address';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeMessage, type House } from './judge-message.ts';

const hot = findAddressFromHex('77'.repeat(20)) as TronAddress;
const house: House = { names: ['Sea Harrier'], hosts: ['wallet.sea-harrier.example'], accounts: [hot] };
const judge = (text: string) => judgeMessage(text, house);

const statements = [
  'I am an OKX address',
  'this wallet is owned by Harbour Exchange',
  'these keys belong to Harbour Exchange',
  'proof of reserves of Harbour',
  'signed on behalf of Harbour',
  'we control this address',
  'a self hosted wallet',
  'spender and value',
  'I approve this transfer',
  'sign in to Sea Harrier',
  `about ${hot} here`,
];

/** A few look-alikes of each letter, chosen for this test from fonts and not from the table under test. */
const dresses: Readonly<Record<string, string>> = {
  ...{ a: 'а@ａ𝐚ⓐáᵃ4', b: 'ЬｂＢ𝐛ⓑ8', c: 'сｃ𝐜ⓒçᶜ', d: 'ԁｄ𝐝ⓓᵈ', e: 'еｅ𝐞ⓔéᵉ3', f: 'ｆ𝐟ⓕᶠ', g: 'ɡｇ𝐠ⓖᵍ', h: 'һｈ𝐡ⓗʰ' },
  ...{ i: 'іｉ𝐢ⓘíⁱ1', j: 'јｊ𝐣ⓙ', k: 'кｋ𝐤ⓚᵏ', l: 'ⅼｌ𝐥ⓛˡ1', m: 'ｍ𝐦ⓜᵐ', n: 'ｎ𝐧ⓝñⁿ', o: 'оｏ𝐨ⓞöᵒ0', p: 'рｐ𝐩ⓟᵖ' },
  ...{ q: 'ԛｑ𝐪ⓠ', r: 'гｒ𝐫ⓡʳ', s: 'ѕｓ𝐬ⓢšˢ5', t: 'ｔ𝐭ⓣᵗ7', u: 'υｕ𝐮ⓤúᵘ', v: 'ѵｖ𝐯ⓥᵛ', w: 'ԝｗ𝐰ⓦʷ', x: 'хｘ𝐱ⓧˣ' },
  ...{ y: 'уｙ𝐲ⓨýʸ', z: 'ｚ𝐳ⓩžᶻ' },
};
const invisible = ['\u200b', '\u2060', '\u00ad', '\u200d', '\u200e', '\u034f', '\ufeff', '\u3164'];
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const spaces = [' ', '  ', '\n', '\t', '\u00a0', '\u3000', '\u2009', ' - ', '_', ', ', '\r\n', '/'];

/** The statement in any mixture of dresses, at most eight invisible characters in it, any separators. */
function disguised(statement: string): fc.Arbitrary<string> {
  const letters = [...statement];
  return fc
    .tuple(
      fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: letters.length, maxLength: letters.length }),
      fc.constantFrom(0, 10, 50, 100),
      fc.array(fc.tuple(fc.nat(letters.length), fc.constantFrom(...invisible)), { maxLength: 8 }),
      fc.constantFrom(...spaces),
      fc.constantFrom(...forms),
    )
    .map(([choices, share, hidden, space, form]) => {
      const dressed = letters.map((letter, at) => {
        if (letter === ' ') return space;
        const [whether = 0, which = 0] = choices[at] ?? [];
        const others = [...(dresses[letter.toLowerCase()] ?? ''), letter.toUpperCase()];
        return whether < share ? (others[which % others.length] ?? letter) : letter;
      });
      for (const [at, sign] of hidden) dressed[at] = `${sign}${dressed[at] ?? ''}`;
      return dressed.join('').normalize(form);
    });
}

const wrappings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => `0x${Buffer.from(text).toString('hex')}`,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => [...text].map((sign) => `&#${sign.codePointAt(0) ?? 0};`).join(''),
  (text) => [...text].map((sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  (text) => text.replaceAll(/[^]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
];
const around = fc.constantFrom('', 'Sign in to Harbour. ', '欢迎来到海港！', 'Nonce: 83750\n');

test('K12 no dress, separator, invisible character or normal form makes a refused statement another one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...statements).chain(disguised), around, around, (text, before, after) => {
      expect(judge(`${before}${before === '' ? '' : ' '}${text} ${after}`)).toBeDefined();
    }),
    { numRuns: 20_000 },
  );
});

test('K12 nor does an encoding, or an encoding of an encoding', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...statements).chain(disguised),
      fc.constantFrom(...wrappings),
      fc.constantFrom(...wrappings),
      (text, one, other) => {
        const wrapped = other(one(text));
        fc.pre(Buffer.byteLength(wrapped) < 1_900);
        expect(judge(`Sign in to Harbour with this code: ${wrapped}`)).toBeDefined();
      },
    ),
    { numRuns: 5_000 },
  );
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme' }),
  fc.json(),
);

test('K12 whatever text it is given, it answers and never throws', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }), (text, units) => {
      judge(text);
      judge(String.fromCharCode(...units));
    }),
    { numRuns: 3_000 },
  );
});

test('K12 no text with a control character, a character without a meaning, an override or a tag is signed', () => {
  const forbidden = fc.oneof(
    fc.integer({ min: 0, max: 0x1f }).filter((point) => point !== 9 && point !== 10),
    fc.integer({ min: 0x7f, max: 0x9f }),
    fc.integer({ min: 0xe000, max: 0xf8ff }),
    fc.integer({ min: 0xfdd0, max: 0xfdef }),
    fc.integer({ min: 0xd800, max: 0xdfff }),
    fc.integer({ min: 0x202a, max: 0x202e }),
    fc.integer({ min: 0xe0000, max: 0xe007f }),
    fc.constantFrom(0x2028, 0x2029, 0xfffe, 0x1ffff, 0x10ffff),
  );
  fc.assert(
    fc.property(forbidden, fc.nat(18), (point, at) => {
      const text = 'Sign in to Harbour.';
      expect(judge(`${text.slice(0, at)}${String.fromCodePoint(point)}${text.slice(at)}`)).toMatch(
        /^(unreadable|hidden-text)$/,
      );
    }),
    { numRuns: 5_000 },
  );
});

test('K12 no 32 bytes are signed, whatever they say and whatever white space is around them', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom('', '\n', ' ', '\t\n'),
      (bytes, space) => {
        const ascii = Buffer.from(bytes.map((byte) => 0x21 + (byte % 0x5e))).toString('latin1');
        const text = Buffer.from(bytes).toString('utf8');
        expect(judge(`${space}${ascii}`)).toBeDefined();
        expect(judge(`${ascii}${space}`)).toBeDefined();
        if (Buffer.byteLength(text) === 32) expect(judge(text)).toBeDefined();
      },
    ),
    { numRuns: 5_000 },
  );
});

test('K12 ordinary words in any order, with a nonce and an address, are signed', () => {
  const words =
    'welcome harbour market please click login your this that with today free coins game season ticket light blue open door'.split(
      ' ',
    );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 60 }),
      fc.uint8Array({ minLength: 8, maxLength: 32 }),
      (said, nonce) => {
        const text = `${said.join(' ')}.\nNonce: ${Buffer.from(nonce).toString('hex')}`;
        fc.pre(Buffer.byteLength(text) !== 32);
        expect(judge(text)).toBeUndefined();
      },
    ),
    { numRuns: 2_000 },
  );
});

test('K12 the longest texts are judged in a moment', () => {
  const hostile = [
    'own '.repeat(500),
    'a '.repeat(1_000),
    'ﷺ'.repeat(660),
    '&#x61;'.repeat(330),
    `${'i am '.repeat(390)}x`,
  ];
  hostile.push(
    Buffer.from('wallet '.repeat(200)).toString('base64').slice(0, 2_000),
    '{'.repeat(2_000),
    '<'.repeat(2_000),
  );
  for (const text of hostile) {
    const before = process.cpuUsage();
    judge(text);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(500_000);
  }
});
