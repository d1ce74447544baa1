import { isProblem } from '@tern/contracts/problem';
import { socialNetwork, type SocialNetwork } from '@tern/contracts/routes/profile';
import { expect, test } from 'vitest';
import { readHandle } from './handle.ts';
import { readProfile, renderProfile } from './profile.ts';

const nobody = { bio: '', line: '', instagram: '', telegram: '', x: '' };

test.each([
  ['line', 'Mara.K_1', 'mara.k_1'],
  ['line', 'https://line.me/ti/p/~mara.k', 'mara.k'],
  ['instagram', '@Mara.K', 'mara.k'],
  ['instagram', 'https://www.instagram.com/mara.k/', 'mara.k'],
  ['telegram', '@mara_kay', 'mara_kay'],
  ['telegram', 'https://t.me/mara_kay', 'mara_kay'],
  ['x', 'MaraK', 'MaraK'],
  ['x', 'https://twitter.com/MaraK?s=20', 'MaraK'],
  ['x', '  ', null],
] satisfies [SocialNetwork, string, string | null][])('%s: %j is %j', (network, typed, handle) => {
  expect(readHandle(network, typed)).toEqual({ handle });
});

const dangerous = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x.com/1',
  '//evil.example/mara',
  'https://evil.example/mara',
  'https://x.com.evil.example/mara',
  'https://x.com@evil.example/mara',
  'https://user:secret@x.com/mara',
  'https://x.com:8443/mara',
  'https://x.com/mara/status/1',
  'https://x.com/../mara%2f',
  'https://t.me/+inviteHash',
  'https://t.me/joinchat/abc',
  'https://instagram.com/p/abc',
  'https://line.me/R/ti/g/abc',
  'https://x.com/<img src=x onerror=alert(1)>',
  'mara" onclick="alert(1)',
  '<b>mara</b>',
  'mara\u202Ek',
  'mara k',
  'mаra',
  '..',
  'a'.repeat(33),
];
test.each(dangerous)('W02 %j gives no link on any network', (typed) => {
  for (const network of socialNetwork.options) expect(readHandle(network, typed)).toEqual({ fault: 'invalid' });
});

test('W02 every link is made from the name alone, on the network it belongs to', () => {
  const profile = readProfile({ ...nobody, line: 'mara.k', instagram: 'mara.k', telegram: 'mara_kay', x: 'marak' });
  expect(renderProfile(profile, undefined)).toEqual({
    bio: null,
    line: { handle: 'mara.k', url: 'https://line.me/ti/p/~mara.k' },
    instagram: { handle: 'mara.k', url: 'https://www.instagram.com/mara.k' },
    telegram: { handle: 'mara_kay', url: 'https://t.me/mara_kay' },
    x: { handle: 'marak', url: 'https://x.com/marak' },
    avatarPath: null,
  });
});

test('W17 a text about oneself has at most 160 characters, all of them visible', () => {
  expect(readProfile({ ...nobody, bio: ' Sea\r\nand <b>tea</b> ' }).bio).toBe('Sea\nand <b>tea</b>');
  expect(readProfile({ ...nobody, bio: '🐦'.repeat(160) }).bio).toHaveLength(320);
  for (const bio of ['a'.repeat(161), 'a\u202Eb', 'a\u0007']) {
    expect(() => readProfile({ ...nobody, bio })).toThrow(
      expect.toSatisfy((error: unknown) => isProblem(error, 'BIO_INVALID')),
    );
  }
});
