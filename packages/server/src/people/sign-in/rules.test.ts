import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { ipBlocks } from '../../platform/limits/request-origin.ts';
import { maskContact, normalizeContact } from '../accounts/contact.ts';
import { describeDevice } from '../accounts/describe-device.ts';
import { findStep } from '../factors/authenticator.ts';
import { checkTradePassword } from '../factors/trade-password-rules.ts';
import { checkLoginPassword } from './login-password-rules.ts';

const verdict = (work: () => unknown): string => {
  try {
    const result = work();
    return typeof result === 'object' && result !== null && 'value' in result ? String(result.value) : 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['44', '07700 900123', '+447700900123'],
  ['+44', '7700-900-123', '+447700900123'],
  ['44', '+44 7700 900123', '+447700900123'],
  ['49', '(0)151 / 234.567', '+49151234567'],
  ['1', '２１２５５５０１００', '+12125550100'],
  ['44', '00007', 'PHONE_INVALID'],
  ['44', '1234', '+441234'],
  ['44', '123', 'PHONE_INVALID'],
  ['44', '', 'PHONE_INVALID'],
  ['44', '77009001234567', 'PHONE_INVALID'],
  ['44', '7700x900123', 'PHONE_INVALID'],
  ['44', '7700\r\n900123;', 'PHONE_INVALID'],
  ['', '7700900123', 'AREA_CODE_REQUIRED'],
  ['999', '7700900123', 'AREA_CODE_REQUIRED'],
  ['abc', '7700900123', 'AREA_CODE_REQUIRED'],
])('phone %s %s is %s', (areaCode, number, expected) => {
  expect(verdict(() => normalizeContact({ kind: 'phone', areaCode, number }))).toBe(expected);
});

test.each([
  ['Anna@Example.ORG', 'anna@example.org'],
  [' anna@example.org ', 'anna@example.org'],
  ['anna+wallet@example.co.uk', 'anna+wallet@example.co.uk'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['anna', 'EMAIL_INVALID'],
  ['@example.org', 'EMAIL_INVALID'],
  ['anna@', 'EMAIL_INVALID'],
  ['anna@localhost', 'EMAIL_INVALID'],
  ['an na@example.org', 'EMAIL_INVALID'],
  ['anna@example.org\r\nBcc: x@example.org', 'EMAIL_INVALID'],
  ['anna@example.org,x@example.org', 'EMAIL_INVALID'],
  ['"anna"@example.org', 'EMAIL_INVALID'],
  ['anna..b@example.org', 'EMAIL_INVALID'],
  ['anna@-example.org', 'EMAIL_INVALID'],
  ['anna@127.0.0.1', 'EMAIL_INVALID'],
  [`${'a'.repeat(65)}@example.org`, 'EMAIL_INVALID'],
])('e-mail %j is %s', (email, expected) => {
  expect(verdict(() => normalizeContact({ kind: 'email', email }))).toBe(expected);
});

test.each([
  ['+447700900123', 'phone', '+44 •••• 0123'],
  ['+441234', 'phone', '+44 •••• 34'],
  ['anna@example.org', 'email', 'an•••@example.org'],
  ['a@example.org', 'email', 'a•••@example.org'],
] as const)('shows %s as %s', (value, kind, expected) => {
  expect(maskContact({ kind, value })).toBe(expected);
});

describe('A13 login passwords', () => {
  const context = {
    words: ['Testwallet', 'TWT'],
    contact: { kind: 'email', value: 'marina.lopez@example.org' },
  } as const;
  test.each([
    ['seven77', 'PASSWORD_TOO_SHORT'],
    ['🐢🐢🐢🐢🐢🐢🐢', 'PASSWORD_TOO_SHORT'],
    ['eightchr', 'accepted'],
    ['🐢🦀🐙🦑🐬🐳🦈🐠', 'accepted'],
    ['пароль под дождём', 'accepted'],
    ['with spaces in it', 'accepted'],
    ['        x        y', 'accepted'],
    ['x7'.repeat(1) + 'long enough '.repeat(10), 'accepted'],
    [`${'abcd efgh '.repeat(12)}12345678`, 'accepted'],
    [`${'abcd efgh '.repeat(12)}123456789`, 'PASSWORD_TOO_LONG'],
    ['password', 'PASSWORD_TOO_COMMON'],
    ['PASSWORD', 'PASSWORD_TOO_COMMON'],
    ['P@ssw0rd', 'PASSWORD_TOO_COMMON'],
    ['P@ssw0rd2026!', 'PASSWORD_TOO_COMMON'],
    ['Dragon!2024', 'PASSWORD_TOO_COMMON'],
    ['12345678', 'PASSWORD_TOO_COMMON'],
    ['98765432', 'PASSWORD_TOO_COMMON'],
    ['dr4g0nm4ster', 'PASSWORD_TOO_COMMON'],
    ['drowssap2024', 'PASSWORD_TOO_COMMON'],
    ['Anna-31.12.1987', 'PASSWORD_TOO_COMMON'],
    ['58201937', 'PASSWORD_TOO_COMMON'],
    ['zaq12wsx', 'PASSWORD_TOO_COMMON'],
    ['йцукенгш', 'PASSWORD_TOO_COMMON'],
    ['lovely-sunshine', 'PASSWORD_TOO_COMMON'],
    ['starbucks99!', 'PASSWORD_TOO_COMMON'],
    ['qwertyuiop', 'PASSWORD_TOO_COMMON'],
    ['poiuytrewq', 'PASSWORD_TOO_COMMON'],
    ['aaaaaaaa', 'PASSWORD_TOO_COMMON'],
    ['abababab', 'PASSWORD_TOO_COMMON'],
    ['abc1abc1abc1', 'PASSWORD_TOO_COMMON'],
    ['iloveyou', 'PASSWORD_TOO_COMMON'],
    ['bitcoin2026', 'PASSWORD_TOO_COMMON'],
    ['testwallet', 'PASSWORD_TOO_COMMON'],
    ['MyTestwallet1', 'PASSWORD_TOO_COMMON'],
    ['testwallet with a long tail', 'accepted'],
    ['marina.lopez', 'PASSWORD_TOO_COMMON'],
    ['marina.lopez99', 'PASSWORD_TOO_COMMON'],
    ['marina.lopez@example.org', 'PASSWORD_TOO_COMMON'],
    ['example.org', 'PASSWORD_TOO_COMMON'],
    ['nothing special 4 you', 'accepted'],
    ['correct battery clip', 'accepted'],
    ['MiXeD case matters', 'accepted'],
  ])('%j is %s', (password, expected) => {
    expect(verdict(() => checkLoginPassword(password, context))).toBe(expected);
  });

  test('a password built on the own phone number is refused', () => {
    const phone = { words: [], contact: { kind: 'phone', value: '+447700900123' } } as const;
    for (const password of ['447700900123', '00900123', 'x00900123', 'tel00900123']) {
      expect(verdict(() => checkLoginPassword(password, phone))).toBe('PASSWORD_TOO_COMMON');
    }
  });
});

test.each([
  ['739461', 'accepted'],
  ['194853', 'accepted'],
  ['111111', 'TRADE_PASSWORD_WEAK'],
  ['121212', 'TRADE_PASSWORD_WEAK'],
  ['123123', 'TRADE_PASSWORD_WEAK'],
  ['112233', 'TRADE_PASSWORD_WEAK'],
  ['111222', 'TRADE_PASSWORD_WEAK'],
  ['123456', 'TRADE_PASSWORD_WEAK'],
  ['654321', 'TRADE_PASSWORD_WEAK'],
  ['890123', 'TRADE_PASSWORD_WEAK'],
  ['210987', 'TRADE_PASSWORD_WEAK'],
  ['240683', 'TRADE_PASSWORD_WEAK'],
  ['062483', 'TRADE_PASSWORD_WEAK'],
  ['830624', 'TRADE_PASSWORD_WEAK'],
  ['199806', 'TRADE_PASSWORD_WEAK'],
  ['700900', 'TRADE_PASSWORD_WEAK'],
  ['900123', 'TRADE_PASSWORD_WEAK'],
  ['73946', 'TRADE_PASSWORD_WEAK'],
  ['7394616', 'TRADE_PASSWORD_WEAK'],
  ['73946a', 'TRADE_PASSWORD_WEAK'],
  ['７３９４６１', 'TRADE_PASSWORD_WEAK'],
  ['٧٣٩٤٦١', 'TRADE_PASSWORD_WEAK'],
  [' 73946', 'TRADE_PASSWORD_WEAK'],
  ['', 'TRADE_PASSWORD_WEAK'],
])('A12 trade password %j is %s', (password, expected) => {
  expect(verdict(() => checkTradePassword(password, ['+447700900123']))).toBe(expected);
});

test('A12 no login password can be a trade password: one has eight characters, the other six', () => {
  expect(
    verdict(() => checkLoginPassword('739461', { words: [], contact: { kind: 'email', value: 'a@example.org' } })),
  ).toBe('PASSWORD_TOO_SHORT');
});

test('A08 agrees with the vectors of RFC 6238', async () => {
  const secret = new TextEncoder().encode('12345678901234567890');
  const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [epoch, eight] of vectors) {
    expect(await generate({ secret, epoch, digits: 8 })).toBe(eight);
    expect(await findStep(base32, eight.slice(2), epoch * 1000)).toBe(Math.floor(epoch / 30));
  }
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64', '2001:0db8:0001::/48'],
  ['2001:db8::1', '2001:0db8:0000:0000::/64', '2001:0db8:0000::/48'],
  ['::1', '0000:0000:0000:0000::/64', '0000:0000:0000::/48'],
])('address %s belongs to %s and %s', (ip, line, network) => {
  expect(ipBlocks(ip)).toEqual({ line, network });
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on macOS'],
  ['Call +44 20 7946 0000 at once, your money is at risk', 'Unknown browser'],
  ['', 'Unknown browser'],
])('A20 calls %j %s, in words of ours only', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
