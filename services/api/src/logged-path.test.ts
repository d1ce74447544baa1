import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';
import { listRoutes } from './testing/list-routes.ts';

test('X03 every path of the contract is logged as it is, with ids', () => {
  for (const { url } of listRoutes()) expect(loggedPath(url)).toBe(url);
});

test.each(['/assets/index-BxK2_9.js', '/pages/index/index', '/api/docs/swagger-ui.css', '/sw.js', '/'])(
  'X03 %s is logged as it is',
  (path) => expect(loggedPath(path)).toBe(path),
);

test('X03 a secret in any place of any path, however it is written, is not logged', () => {
  for (const { url } of listRoutes()) {
    for (let round = 0; round < 5; round += 1) {
      const secret = randomBytes(32).toString('base64url');
      for (const written of [secret, `${secret}/`, `/${secret}`, `%${secret}`, `${secret}.zip`, secret.toUpperCase()]) {
        for (const path of [`${url}/${written}`, `/${written}${url}`, `${url}?token=${written}`, `${url}#${written}`]) {
          const logged = loggedPath(path);
          expect(logged).not.toContain(secret);
          expect(logged).not.toContain(secret.toUpperCase());
        }
      }
    }
  }
});

test('X03 recovery codes, six digits behind a word and addresses of people are not logged', () => {
  for (const secret of ['ABCD-EFGH-JKLM-NPQR', 'anna@example.org', '+447700900123', '0123456789abcdef0123456789abcdef'])
    expect(loggedPath(`/api/somewhere/${secret}/more`)).toBe('/api/somewhere/…/more');
});
