import { createECDH } from 'node:crypto';
import { isPublicAddress } from '@tern/base/public-address';
import { expect, test } from 'vitest';
import { readListedUrl } from '../../platform/read-listed-url.ts';
import { encryptPush } from './encrypt-push.ts';
import { renderPush, type Push } from './push.ts';
import { openReceiver } from './testing/receiver.ts';
import { vapidHeader, vapidKeys } from './vapid.ts';

const services = ['https://fcm.googleapis.com', 'https://*.push.services.mozilla.com', 'http://127.0.0.1:9000'];
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('encrypts exactly as the example of RFC 8291', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const sealed = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { key, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
  );
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('what is encrypted twice differs, and only the browser it is for reads it', () => {
  const [receiver, other] = [openReceiver(), openReceiver()];
  const [first, second] = [encryptPush('ä', receiver.keys), encryptPush('ä', receiver.keys)];
  expect(first.equals(second)).toBe(false);
  expect([receiver.decrypt(first), receiver.decrypt(second)]).toEqual(['ä', 'ä']);
  expect(() => other.decrypt(first)).toThrow();
  expect(() => encryptPush('x'.repeat(3994), receiver.keys)).toThrow('3993');
});

test('the same installation proves itself the same way after every start', () => {
  const key = Buffer.alloc(32, 7);
  expect(vapidKeys([key]).publicKey).toBe(vapidKeys([key]).publicKey);
  expect(vapidKeys([Buffer.alloc(32, 8)]).publicKey).not.toBe(vapidKeys([key]).publicKey);
  const header = vapidHeader(vapidKeys([key]), {
    origin: 'https://push.example',
    contact: 'mailto:a@example.org',
    now: new Date('2026-11-21T12:00:00Z'),
  });
  const [, claims = ''] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]{86}, k=[\w-]{87}$/.exec(header) ?? [];
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: Date.parse('2026-11-22T00:00:00Z') / 1000,
    sub: 'mailto:a@example.org',
  });
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'http://127.0.0.1:9000/push/1',
])('takes %s', (endpoint) => {
  expect(readListedUrl(endpoint, services)?.href).toBe(endpoint);
});

test.each([
  '',
  'no address',
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/#fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://push.services.mozilla.com/x',
  'https://evilpush.services.mozilla.com/x',
  'https://a.push.services.mozilla.com:444/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'http://127.0.0.1:9001/push/1',
  'http://127.0.0.1/push/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
])('W19 never asks %s', (endpoint) => {
  expect(readListedUrl(endpoint, services)).toBeUndefined();
});

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2a00:1450:4001::1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['localhost', false],
])('W19 %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const assets = {
  usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
  trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
  reward: { id: 'reward', symbol: 'TWT', name: 'Testwallet', decimals: 18 },
} as const;
const push: Push = {
  messageId: 'm',
  kind: 'transfers',
  event: 'received',
  asset: 'usdt',
  amount: '12500000',
  targetPrice: null,
  price: null,
  priceUnit: null,
  at: new Date('2026-11-27T08:05:09Z'),
  hideAmounts: false,
  language: null,
};

test('a lock screen shows amounts where they may show, and nothing about security', () => {
  expect(renderPush(push, assets).title).toBe('12.50 USDT received');
  expect(renderPush({ ...push, amount: '1234500000', language: 'de' }, assets).title).toBe('1.234,50 USDT empfangen');
  expect(renderPush({ ...push, hideAmounts: true }, assets).title).toBe('•••• USDT received');
  const security = { ...push, kind: 'security', event: 'trade-password-changed', asset: null, amount: null };
  expect(JSON.stringify(renderPush(security, assets))).not.toMatch(/password|\d{2}/);
});

test('C05 a lock screen shows that a site waits, and nothing that a site says', () => {
  const asks = { ...push, kind: 'site-request', event: 'site-asks', asset: null, amount: null };
  expect(renderPush(asks, assets)).toEqual({
    id: 'm',
    title: 'A site is waiting for you',
    body: 'Open the wallet to see which site it is and what it asks for.',
    opens: 'site-request',
  });
  expect(renderPush(push, assets)).not.toHaveProperty('opens');
});

test('a price that was reached is told with its unit and the time, whether or not amounts may show', () => {
  const reached = {
    ...push,
    kind: 'prices',
    event: 'price-above',
    asset: 'trx',
    amount: null,
    hideAmounts: true,
  } as const;
  const inEuros = { ...reached, targetPrice: '0.35', price: '0.35012345', priceUnit: 'eur' };
  expect(renderPush(inEuros, assets)).toEqual({
    id: 'm',
    title: 'TRX rose to 0.35 EUR',
    body: 'The price was 0.35012345 EUR per TRX on 2026-11-27 08:05 UTC.',
  });
  expect(renderPush({ ...inEuros, event: 'price-below', priceUnit: 'reward', language: 'de' }, assets).title).toBe(
    'TRX ist auf 0,35 TWT gefallen',
  );
});
