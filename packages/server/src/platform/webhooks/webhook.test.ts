import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeTarget } from './judge-target.ts';
import { newWebhookSecret, signWebhook } from './sign-webhook.ts';
import { restAfter } from './webhook.ts';

test('W21 signs exactly as the example of Standard Webhooks', () => {
  const headers = signWebhook(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', now: new Date(1_614_265_330_000) },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('W21 the code in docs/webhooks.md accepts what is signed, and nothing that was changed', async () => {
  const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n([^]*?)```/.exec(page)?.[1] ?? '';
  const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isOurs: (headers: object, body: string, secret: string) => boolean;
  };
  const [secret, former] = [newWebhookSecret(), newWebhookSecret()];
  const sign = (now: Date, secrets = [secret]) => signWebhook({ id: 'one', body: '{"a":1}', now }, secrets);
  const now = new Date();
  expect(isOurs(sign(now), '{"a":1}', secret)).toBe(true);
  expect(isOurs(sign(now, [secret, former]), '{"a":1}', former)).toBe(true);
  expect(isOurs(sign(now), '{"a":2}', secret)).toBe(false);
  expect(isOurs(sign(now), '{"a":1}', former)).toBe(false);
  expect(isOurs({ ...sign(now), 'webhook-id': 'two' }, '{"a":1}', secret)).toBe(false);
  expect(isOurs(sign(new Date(now.getTime() - 301_000)), '{"a":1}', secret)).toBe(false);
  expect(isOurs(signedAt('soon', secret), '{"a":1}', secret)).toBe(false);
});

/** Signed rightly, with a timestamp that the wallet never sends. */
function signedAt(timestamp: string, secret: string): object {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`one.${timestamp}.{"a":1}`).digest('base64');
  return { 'webhook-id': 'one', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test('a secret is 32 bytes of chance', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});

test('rests twice as long each time, up to an hour, and up to a half less', () => {
  expect([1, 2, 3, 10, 11, 1_000].map((tries) => restAfter(tries, 0))).toEqual([5, 10, 20, 2_560, 3_600, 3_600]);
  expect(restAfter(3, 1)).toBe(10);
});

const hosts = ['https://hooks.example.com', 'https://*.example.org', 'http://127.0.0.1:9000', 'https://10.0.0.8'];
const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

test.each([
  ['https://hooks.example.com/tern', ['203.0.112.9'], undefined],
  ['https://a.b.example.org/x?y=1', ['2a00:1450::1', '203.0.112.9'], undefined],
  ['http://127.0.0.1:9000/hooks', [], undefined],
  ['https://hooks.example.com:8443/', ['203.0.112.9'], 'target-not-listed'],
  ['http://hooks.example.com/', ['203.0.112.9'], 'target-not-listed'],
  ['https://user:pass@hooks.example.com/', ['203.0.112.9'], 'target-not-listed'],
  ['https://example.org/', ['203.0.112.9'], 'target-not-listed'],
  ['https://hooks.example.com.evil.test/', ['203.0.112.9'], 'target-not-listed'],
  ['http://127.0.0.1:9001/', [], 'target-not-listed'],
  ['https://10.0.0.8/', [], 'target-not-public'],
  ['https://hooks.example.com/', ['10.1.2.3'], 'target-not-public'],
  ['https://hooks.example.com/', ['203.0.112.9', '169.254.169.254'], 'target-not-public'],
  ['https://hooks.example.com/', ['::ffff:127.0.0.1'], 'target-not-public'],
  ['https://hooks.example.com/', ['fd00::1'], 'target-not-public'],
  ['https://hooks.example.com/', ['100.64.0.1'], 'target-not-public'],
  ['https://hooks.example.com/', ['ff02::1'], 'target-not-public'],
  ['https://hooks.example.com/', [], 'target-unknown'],
  ['gopher://hooks.example.com/', [], 'target-not-listed'],
  ['no address', [], 'target-not-listed'],
])('W19 %s at %j: %s', async (url, addresses, fault) => {
  expect(await judgeTarget(url, { hosts, resolve: resolvesTo(...addresses) })).toBe(fault);
});
