import { expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';

const values = {
  operator: 'adam',
  key: 'In the safe',
  until: '2026-12-03T08:15:00.000Z',
  link: 'https://console.example.org/console/operators/adam',
};

test.each([
  ['en', 'Testwallet: new passkey of an operator', 'adam has added a further passkey, called “In the safe”.'],
  ['zh-Hans', 'Testwallet: 操作员的新通行密钥', 'adam 添加了另一个通行密钥，名为“In the safe”。'],
  ['fr', 'Testwallet: new passkey of an operator', 'adam has added a further passkey, called “In the safe”.'],
])(
  'an administrator reads in %s whose key it is, and until when it decides about no money',
  (language, subject, said) => {
    const mail = renderMessage('operator-key-added', values, { language, productName: 'Testwallet' });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(said);
    expect(mail.text).toContain('2026-12-03 08:15 UTC');
    expect(mail.text).toContain(values.link);
  },
);

test.each([
  ['en', 'In the safe', 'adam has removed a passkey of their own, called “In the safe”, at 2026-12-03 08:15 UTC.'],
  ['en', '', 'adam has removed a passkey of their own, the first one they had, at 2026-12-03 08:15 UTC.'],
  ['zh-Hans', 'In the safe', 'adam 于 2026-12-03 08:15 UTC 移除了自己的通行密钥“In the safe”。'],
  ['zh-Hans', '', 'adam 于 2026-12-03 08:15 UTC 移除了自己的第一个通行密钥。'],
])('an administrator reads in %s that the key %j was removed, and when', (language, key, said) => {
  const { operator, link } = values;
  const removed = { operator, key, at: values.until, link };
  const mail = renderMessage('operator-key-removed', removed, { language, productName: 'Testwallet' });
  expect(mail.text).toContain(said);
  expect(mail.text).toContain(link);
});

test.each([
  ['en', 'Testwallet: address for an operator’s notices changed', 'of adam was changed at 2026-12-03 08:15 UTC.'],
  ['zh-Hans', 'Testwallet: 操作员的通知地址已更改', 'adam 的通知地址已于 2026-12-03 08:15 UTC 更改。'],
])('an operator reads in %s that their address was changed, and when', (language, subject, said) => {
  const { operator, link, until: at } = values;
  const mail = renderMessage(
    'operator-address-changed',
    { operator, at, link },
    { language, productName: 'Testwallet' },
  );
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(said);
  expect(mail.text).toContain(link);
});
