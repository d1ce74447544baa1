import { createHmac } from 'node:crypto';
import { manualClock } from '@tern/base/clock';
import { measureRequests } from '@tern/server/house/metrics/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openApp } from './open-app.ts';
import { registerProviderReports } from './provider-reports.ts';

// Goal: a report counts if and only if its provider signed it; whatever else is sent is refused, bounded, and never a fault.
const publicUrl = 'https://wallet.example';
const token = '12345';
const secret = 'thirty-two characters or more of it';
const messageId = '5b0c1d2e-0000-4000-8000-00000000000a';
const clock = manualClock(new Date('2026-11-27T12:00:00Z'));
const faults: unknown[] = [];

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await openApp({
    log: pino({ level: 'silent' }),
    trustedProxyHops: 0,
    secure: false,
    onFault: (fault) => void faults.push(fault),
    measure: measureRequests(),
  });
  await registerProviderReports(app, {
    db: database.asApi,
    clock,
    publicUrl,
    proofs: { sms: { kind: 'twilio', token }, mail: { kind: 'signed', secret } },
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.pool.query('TRUNCATE message_reports, rate_windows');
});

const stored = async () =>
  (await database.db.pool.query('SELECT slot, outbox_id, recipient, state, code FROM message_reports ORDER BY id'))
    .rows;
const smsPath = `/api/provider-reports/sms?message=${messageId}`;

/** As Twilio calls: a form, signed with the account's token over the public address. */
function twilio(fields: Record<string, string>, { path = smsPath, signWith = token } = {}): InjectOptions {
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  const signature = createHmac('sha1', signWith)
    .update(publicUrl + path + text)
    .digest('base64');
  return {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'x-twilio-signature': signature },
    payload: new URLSearchParams(fields).toString(),
  };
}

const callback = {
  SmsSid: 'SM2xxxxxx',
  SmsStatus: 'undelivered',
  MessageStatus: 'undelivered',
  To: '+15558675310',
  MessageSid: 'SM2xxxxxx',
  AccountSid: 'ACxxxxxxx',
  From: '+15017122661',
  ApiVersion: '2010-04-01',
  ErrorCode: '30005',
};

/** A report of the documented form. */
function signed(body: string, { path = '/api/provider-reports/mail', at = clock.now() } = {}): InjectOptions {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${path}.${body}`).digest('hex');
  return {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-report-signature': `t=${t},v1=${v1}` },
    payload: body,
  };
}

const bounce = JSON.stringify({ id: messageId, event: 'bounced', code: '5.1.1' });

test('a callback that Twilio signed is kept, and its fields that we do not know are no obstacle', async () => {
  const answer = await app.inject(twilio({ ...callback, RawDlrDoneDate: '2611271200', New: 'ü' }));
  expect(answer.statusCode).toBe(204);
  expect(answer.body).toBe('');
  expect(await stored()).toEqual([
    { slot: 'sms', outbox_id: messageId, recipient: null, state: 'undelivered', code: '30005' },
  ]);
});

test('what tells of no phone is answered like the rest and not kept', async () => {
  for (const MessageStatus of ['queued', 'sent'])
    expect((await app.inject(twilio({ ...callback, MessageStatus }))).statusCode).toBe(204);
  expect(await stored()).toEqual([]);
});

test('a signed bounce is kept, by id and by recipient', async () => {
  expect((await app.inject(signed(bounce))).statusCode).toBe(204);
  const byRecipient = JSON.stringify({ recipient: 'Anna@example.org', event: 'bounced' });
  expect((await app.inject(signed(byRecipient))).statusCode).toBe(204);
  expect((await stored()).map(({ outbox_id, recipient, code }) => [outbox_id, recipient, code])).toEqual([
    [messageId, null, '5.1.1'],
    [null, 'anna@example.org', null],
  ]);
});

function withTwoSignatures(): InjectOptions {
  const right = twilio(callback);
  return {
    ...right,
    headers: { ...right.headers, 'x-twilio-signature': [String(right.headers?.['x-twilio-signature']), 'wrong'] },
  };
}

const other = '5b0c1d2e-0000-4000-8000-00000000000b';
const hostile: readonly (readonly [string, InjectOptions, number])[] = [
  ['no signature', { ...twilio(callback), headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['another account’s token', twilio(callback, { signWith: '12346' }), 400],
  ['another message in the address', { ...twilio(callback), url: smsPath.replace(messageId, other) }, 400],
  ['another field', { ...twilio(callback), payload: 'MessageStatus=delivered' }, 400],
  ['a report of another provider', { ...signed(bounce), url: '/api/provider-reports/sms' }, 400],
  ['an old report', signed(bounce, { at: new Date(clock.nowMs() - 301_000) }), 400],
  ['a report of next week', signed(bounce, { at: new Date(clock.nowMs() + 604_800_000) }), 400],
  ['a signed body of another form', signed('{"event":"bounced"}'), 400],
  ['a signed body with NUL', signed('{"recipient":"a\\u0000@example.org","event":"bounced"}'), 400],
  ['a provider that is not set', signed(bounce, { path: '/api/provider-reports/sms-fallback' }), 404],
  ['a provider there is not', signed(bounce, { path: '/api/provider-reports/constructor' }), 404],
  ['a long body', signed(JSON.stringify({ id: messageId, event: 'bounced', more: 'x'.repeat(9_000) })), 413],
  ['another type', { ...signed(bounce), headers: { 'content-type': 'text/xml' } }, 415],
  ['no body', { method: 'POST', url: smsPath }, 400],
  ['two signatures, one of them right', withTwoSignatures(), 400],
];

test.each(hostile)('A20 %s changes nothing', async (_, request, status) => {
  const { statusCode } = await app.inject(request);
  expect(statusCode).toBe(status);
  expect(await stored()).toEqual([]);
  expect(faults).toEqual([]);
});

test('A20 wrong signatures cost the database nothing, and keep no right one out', async () => {
  for (let each = 0; each < 200; each += 1)
    expect((await app.inject(twilio(callback, { signWith: 'wrong' }))).statusCode).toBe(400);
  const written = await database.db.pool.query('SELECT FROM message_reports UNION ALL SELECT FROM rate_windows');
  expect(written.rowCount).toBe(0);
  expect((await app.inject(twilio(callback))).statusCode).toBe(204);
  expect(faults).toEqual([]);
});
