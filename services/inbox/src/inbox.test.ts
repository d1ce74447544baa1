import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMessageStore, type MessageStore } from './message-store.ts';
import { readMail } from './read-mail.ts';
import { buildInbox } from './serve-http.ts';
import { buildSmtp } from './serve-smtp.ts';

let dir: string;
let store: MessageStore;
const at = new Date('2026-11-21T08:00:00Z');
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-'));
  store = openMessageStore(join(dir, 'inbox', 'messages.json'), () => at);
});
afterEach(() => rmSync(dir, { recursive: true }));

test('catches a mail over SMTP, decodes it and shows its code', async () => {
  const smtp = buildSmtp(store);
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const mailer = createTransport({ host: '127.0.0.1', port: (listening.address() as AddressInfo).port });
  const text = '123456 ist Ihr Code für das Büro – gültig für 10 Minuten. '.repeat(3);
  await mailer.sendMail({
    from: 'wallet@example.org',
    to: 'anna@example.org',
    subject: 'Ihr Code für das Büro',
    text,
    messageId: '<m1@example.org>',
  });
  mailer.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  expect(store.list({ limit: 10 })).toEqual([
    {
      id: 'm1@example.org anna@example.org',
      channel: 'email',
      to: 'anna@example.org',
      subject: 'Ihr Code für das Büro',
      text: text.trim(),
      code: '123456',
      at: at.toISOString(),
    },
  ]);
});

test('takes text messages from a webhook and from a Twilio-compatible client, and lists them by recipient', async () => {
  const inbox = buildInbox(store, { title: 'Test inbox' });
  const posts = [
    { url: '/sms', payload: { to: '+447700900123', text: 'Code 111111', id: 'a' } },
    { url: '/sms', payload: { to: '+447700900123', text: 'Code 111111', id: 'a' } },
    {
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      payload: 'To=%2B447700900124&From=%2B1500&Body=Code+222222',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ];
  for (const post of posts) expect((await inbox.inject({ method: 'POST', ...post })).statusCode).toBeLessThan(300);
  expect((await inbox.inject({ method: 'POST', url: '/sms', payload: { to: 5 } })).statusCode).toBe(400);
  const list = async (query: string) =>
    (await inbox.inject(`/messages.json${query}`))
      .json<{ messages: { code: string }[] }>()
      .messages.map(({ code }) => code);
  expect(await list('')).toEqual(['222222', '111111']);
  expect(await list('?to=%2B447700900123')).toEqual(['111111']);
  expect(await list('?limit=1')).toEqual(['222222']);
  expect((await inbox.inject('/messages.json?limit=0')).statusCode).toBe(400);
});

test('shows messages on a page that runs nothing, whatever they contain', async () => {
  store.add({
    id: '1',
    channel: 'sms',
    to: '+447700900123',
    subject: '',
    text: 'Your code is 333333 <script>alert(1)</script>',
  });
  const page = await buildInbox(store, { title: 'Test & Co inbox' }).inject('/');
  expect(page.body).toContain('<output>333333</output>');
  expect(page.body).toContain('&#60;script&#62;');
  expect(page.body).not.toContain('<script');
  expect(page.body).toContain('Test &#38; Co inbox');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('keeps the last 500 messages over a restart', () => {
  for (let each = 1; each <= 510; each += 1)
    store.add({ id: String(each), channel: 'sms', to: '+1', subject: '', text: String(each) });
  const reopened = openMessageStore(join(dir, 'inbox', 'messages.json'), () => at);
  const kept = reopened.list({ limit: 1000 });
  expect(kept).toHaveLength(500);
  expect([kept[0]?.text, kept.at(-1)?.text]).toEqual(['510', '11']);
});

test.each([
  ['7bit', 'Plain text', 'Plain text'],
  ['quoted-printable', 'F=C3=BCr Sie=\r\n und mich', 'Für Sie und mich'],
  ['base64', Buffer.from('Für Sie').toString('base64'), 'Für Sie'],
])('reads a %s body', (encoding, body, text) => {
  const raw = `Subject: =?utf-8?Q?F=C3=BCr_?=\r\n =?utf-8?B?${Buffer.from('Sie').toString('base64')}?=\r\nContent-Transfer-Encoding: ${encoding}\r\nMessage-ID: <x@y>\r\n\r\n${body}`;
  expect(readMail(Buffer.from(raw))).toEqual({ id: 'x@y', subject: 'Für Sie', text });
});
