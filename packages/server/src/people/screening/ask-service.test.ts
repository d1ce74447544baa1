import type { ServerResponse } from 'node:http';
import { systemClock } from '@tern/base/clock';
import { openScreeningStandIn, type AskedQuestion, type ScreeningService } from '@tern/testkit/screening-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScreeningService, type AskService } from './ask-service.ts';

// Goal: whatever a service answers, it has said something about this receiver, or it has given no answer. Method: a service written
// from the documentation, over real HTTP, and answers of all kinds.
const secret = 'a secret of this test, long enough';
let service: ScreeningService;
let ask: AskService;
beforeAll(async () => {
  service = await openScreeningStandIn(secret);
  ask = openScreeningService({ url: service.url, secret, timeoutMs: 300, clock: systemClock });
});
beforeEach(() => {
  service.answer = undefined;
});
afterAll(() => service.close());

const send = {
  asset: 'usdt',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  amount: '25000000',
  usdtValue: '25000000',
};
const none = (detail: string) => ({ service: 'no-answer', reason: 'security', detail, reference: null });

test('a signed question names the receiver and what is sent, and nobody; the answer is what the service says', async () => {
  expect(await ask(send)).toBeNull();
  expect(service.questions).toMatchObject([{ type: 'send.screen', data: send }]);
  expect(Object.keys(service.questions[0] ?? {})).toEqual(['id', 'type', 'at', 'data']);
  service.hits.set(send.address, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  expect(await ask(send)).toEqual({
    service: 'hit',
    reason: 'suspected-fraud',
    detail: 'Reported twice',
    reference: 'case 7',
  });
  service.hits.clear();
  expect(service.refused).toEqual([]);
});

test('a service with another secret refuses the question, which is no answer', async () => {
  const other = openScreeningService({
    url: service.url,
    secret: 'another secret than theirs is',
    timeoutMs: 300,
    clock: systemClock,
  });
  expect(await other(send)).toEqual(none('status 400'));
  expect(service.refused).toEqual(['signature-wrong']);
});

const says =
  (body: unknown, status = 200) =>
  (_: AskedQuestion, response: ServerResponse) =>
    void response
      .writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {})
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const answersItself =
  (rest: object) =>
  ({ id }: AskedQuestion, response: ServerResponse) =>
    void response.end(JSON.stringify({ id, ...rest }));
const unread = 'the answer cannot be read';
test.each<[string, ScreeningService['answer'], string]>([
  ['an error', says({}, 500), 'status 500'],
  ['a redirect, which is not followed', says('', 302), 'status 302'],
  ['nothing', says(''), unread],
  ['what is no JSON', says('clear'), unread],
  ['an answer to another question', says({ id: 'x', verdict: 'clear' }), 'the answer is to another question'],
  ['another verdict', answersItself({ verdict: 'perhaps' }), unread],
  ['a hit without what was found', answersItself({ verdict: 'hit', reason: 'legal-order' }), unread],
  ['a hit of another class', answersItself({ verdict: 'hit', reason: 'security', detail: 'x' }), unread],
  [
    'a longer text than is kept',
    answersItself({ verdict: 'hit', reason: 'legal-order', detail: 'x'.repeat(301) }),
    unread,
  ],
  [
    'a text with a character that the database does not have',
    answersItself({ verdict: 'hit', reason: 'legal-order', detail: 'abc\u0000' }),
    unread,
  ],
  [
    'a text cut within a character',
    answersItself({ verdict: 'hit', reason: 'legal-order', detail: 'x', reference: 'case \ud83d' }),
    unread,
  ],
  ['more than 4 KiB', answersItself({ verdict: 'clear', more: 'x'.repeat(5_000) }), unread],
  ['silence', () => undefined, 'no answer in time'],
  [
    'half an answer',
    (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('{'),
    'no answer in time',
  ],
  ['a closed connection', (_, response) => void response.destroy(), 'ECONNRESET'],
])('%s is no answer', async (_, answer, why) => {
  service.answer = answer;
  const began = performance.now();
  expect(await ask(send)).toEqual(none(why));
  // Without its own limit a request would take fifteen seconds.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('nobody there is no answer, and neither is an address inside of a private network', async () => {
  const at = (url: string) => openScreeningService({ url, secret, timeoutMs: 1_000, clock: systemClock })(send);
  expect(await at('http://127.0.0.1:9/ask')).toEqual(none('ECONNREFUSED'));
  expect(await at('https://localhost:9/ask')).toMatchObject({ service: 'no-answer' });
});
