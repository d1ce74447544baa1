import { expect, test } from 'vitest';
import { loginPathFor, paths, readReturnPath } from './paths.ts';

test('a guarded page with its query comes back from the login path', () => {
  const path = loginPathFor('/pages/index/transfer?coin=usdt&amount=1');
  expect(readReturnPath(new URLSearchParams(path.slice(2)).get('redirect'))).toBe(
    '/pages/index/transfer?coin=usdt&amount=1',
  );
});

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/unknown',
  paths.login,
  paths.launch,
  '/pages/my/index/../../../evil',
  '@evil.example',
  '/pages/my/index@evil.example',
])('W06 does not return to %j', (wanted) => {
  expect(readReturnPath(wanted)).toBeUndefined();
});
