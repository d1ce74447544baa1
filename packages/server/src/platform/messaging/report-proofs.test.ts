import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport, readTwilioReport } from './read-report.ts';
import { verifyReportSignature } from './verify-report-signature.ts';
import { verifyTwilioSignature } from './verify-twilio-signature.ts';

const messageId = '5b0c1d2e-0000-4000-8000-00000000000a';

describe('Twilio', () => {
  // The example of Twilio's own documentation and libraries.
  const documented = {
    token: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    form: new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    }),
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  };

  test('the documented example is right, and with anything changed it is not', () => {
    expect(verifyTwilioSignature(documented)).toBe(true);
    expect(verifyTwilioSignature({ ...documented, token: '12346' })).toBe(false);
    expect(verifyTwilioSignature({ ...documented, url: 'https://mycompany.com/myapp.php?foo=1' })).toBe(false);
    expect(verifyTwilioSignature({ ...documented, form: new URLSearchParams({ Digits: '1235' }) })).toBe(false);
    expect(verifyTwilioSignature({ ...documented, signature: '' })).toBe(false);
    expect(verifyTwilioSignature({ ...documented, signature: 'é'.repeat(28) })).toBe(false);
  });

  test('a field that stands several times counts with each of its values once, as in Twilio’s libraries', () => {
    const form = new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234');
    expect(verifyTwilioSignature({ ...documented, form, signature: 'IK+Dwps556ElfBT0I3Rgjkr1wJU=' })).toBe(true);
  });

  test('the usual port may stand in the address or not', () => {
    const signature = createHmac('sha1', '12345').update('https://mycompany.com:443/xA1').digest('base64');
    const form = new URLSearchParams({ A: '1' });
    expect(verifyTwilioSignature({ token: '12345', url: 'https://mycompany.com/x', form, signature })).toBe(true);
    expect(verifyTwilioSignature({ token: '12345', url: 'https://mycompany.com:8443/x', form, signature })).toBe(false);
  });

  // Fields of a status callback as Twilio's guide on tracking messages lists them.
  const callback = (status: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      SmsSid: 'SM2xxxxxx',
      SmsStatus: status,
      MessageStatus: status,
      To: '+15558675310',
      MessageSid: 'SM2xxxxxx',
      AccountSid: 'ACxxxxxxx',
      From: '+15017122661',
      ApiVersion: '2010-04-01',
      ...more,
    });

  test.each([
    ['delivered', {}, { state: 'delivered', code: null }],
    ['undelivered', { ErrorCode: '30005' }, { state: 'undelivered', code: '30005' }],
    ['failed', { ErrorCode: '30008' }, { state: 'undelivered', code: '30008' }],
    ['undelivered', { ErrorCode: 'x'.repeat(90) }, { state: 'undelivered', code: null }],
  ])('reads %s', (status, more, said) => {
    const read = readTwilioReport({ slot: 'sms', messageId, form: callback(status, more) });
    expect(read).toEqual({ slot: 'sms', about: { messageId }, ...said });
  });

  test.each(['queued', 'sending', 'sent', 'accepted', 'read', 'toString', ''])('%s tells of no phone', (status) => {
    expect(readTwilioReport({ slot: 'sms', messageId, form: callback(status) })).toBeUndefined();
  });

  test('a report about no message of ours says nothing', () => {
    expect(readTwilioReport({ slot: 'sms', messageId: '1 OR 1=1', form: callback('delivered') })).toBeUndefined();
  });
});

describe('reports of our own form', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const seconds = now.getTime() / 1000;
  const secret = 'thirty-two characters or more of it';
  const address = '/api/provider-reports/mail';
  const body = JSON.stringify({ id: messageId, event: 'bounced', code: '5.1.1' });
  const sign = (at: number, over = `${at}.${address}.${body}`) =>
    `t=${at},v1=${createHmac('sha256', secret).update(over).digest('hex')}`;
  const verify = (signature: string, changed: { address?: string; body?: string; secret?: string } = {}) =>
    verifyReportSignature({ secret, address, body, signature, now, ...changed });

  test('the signature covers the moment, the address and the body', () => {
    expect(verify(sign(seconds))).toBe(true);
    expect(verify(sign(seconds - 300))).toBe(true);
    expect(verify(sign(seconds - 301))).toBe(false);
    expect(verify(sign(seconds + 301))).toBe(false);
    expect(verify(sign(seconds), { address: '/api/provider-reports/sms' })).toBe(false);
    expect(verify(sign(seconds), { body: body.replace('bounced', 'delivered') })).toBe(false);
    expect(verify(sign(seconds), { secret: 'another' })).toBe(false);
    expect(verify(sign(seconds).replace(`t=${seconds}`, `t=${seconds + 1}`))).toBe(false);
    expect(verify(sign(seconds).toUpperCase())).toBe(false);
    expect(verify('')).toBe(false);
  });

  test('reads a bounce by id, and by recipient', () => {
    const about = { slot: 'mail', state: 'bounced', code: '5.1.1' };
    expect(readReport({ slot: 'mail', body })).toEqual({ ...about, about: { messageId } });
    const byRecipient = JSON.stringify({ recipient: 'Anna@Example.org', event: 'bounced', code: '5.1.1' });
    expect(readReport({ slot: 'mail', body: byRecipient })).toEqual({
      ...about,
      about: { recipient: 'anna@example.org' },
    });
  });

  test.each([
    ['no JSON', '{"id":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['another event', JSON.stringify({ id: messageId, event: 'opened' })],
    ['no message', JSON.stringify({ event: 'bounced' })],
    ['an id of another form', JSON.stringify({ id: `${messageId}'--`, event: 'bounced' })],
    ['a recipient with NUL', JSON.stringify({ recipient: 'anna\0@example.org', event: 'bounced' })],
    ['half a character', '{"recipient":"anna\\ud800@example.org","event":"bounced"}'],
    [
      'a recipient that grows too long in small letters',
      JSON.stringify({ recipient: 'İ'.repeat(200), event: 'bounced' }),
    ],
    ['a long code', JSON.stringify({ id: messageId, event: 'bounced', code: '5'.repeat(41) })],
  ])('%s says nothing', (_, hostile) => {
    expect(readReport({ slot: 'mail', body: hostile })).toBeUndefined();
  });

  test('text messages do not bounce', () => {
    expect(readReport({ slot: 'sms', body })).toBeUndefined();
  });

  test('whatever is sent is read or left, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (text, signature) => {
        readReport({ slot: 'mail', body: text });
        const form = new URLSearchParams(text);
        readTwilioReport({ slot: 'sms', messageId: text, form });
        verifyTwilioSignature({ token: secret, url: 'https://wallet.example/x', form, signature });
        expect(verify(signature)).toBe(false);
      }),
    );
  });
});
