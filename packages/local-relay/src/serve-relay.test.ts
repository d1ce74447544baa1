import { manualClock } from '@tern/base/clock';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readToken } from './read-token.ts';
import { serveRelay } from './serve-relay.ts';

// The token of the protocol's specification.
const token =
  'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA';
const audience = 'wss://relay.walletconnect.com';
const issuedAt = 1_656_910_097;

test('a right token names its client', () => {
  expect(readToken(token, audience, issuedAt)).toBe('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH');
});

test.each([
  ['for another relay', token, 'wss://relay.example', issuedAt],
  ['that expired', token, audience, issuedAt + 86_400 + 121],
  ['of the future', token, audience, issuedAt - 121],
  ['with another signature', `${token.slice(0, -3)}AAA`, audience, issuedAt],
  ['with another payload', token.replace('.eyJpc3M', '.eyJpc3N'), audience, issuedAt],
  ['without a signature', token.slice(0, token.lastIndexOf('.') + 1), audience, issuedAt],
  ['with a part too many', `${token}.x`, audience, issuedAt],
  ['that is none', 'x', audience, issuedAt],
])('a token %s is refused', (_, given, relay, now) => {
  expect(readToken(given, relay, now)).toBeUndefined();
});

test('without a token nobody connects, and it is no web page', async () => {
  const relay = await serveRelay({ port: 0, clock: manualClock(new Date('2026-11-27T12:00:00Z')) });
  expect(new URL(relay.url).hostname).toBe('127.0.0.1');
  const socket = new WebSocket(relay.url);
  const refused = await new Promise((resolve) => socket.once('error', resolve));
  expect(String(refused)).toContain('401');
  const page = await fetch(relay.url.replace('ws:', 'http:'));
  expect(page.status).toBe(426);
  await relay.close();
});
