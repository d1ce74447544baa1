import { createORPCClient, ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { routeText } from '../../build/route-text.ts';
import { httpLink } from './http-link.ts';

const contract = {
  records: {
    list: routeText({ method: 'GET', path: '/records' }),
    one: routeText({ method: 'GET', path: '/wallets/{walletId}/records/{id}' }),
  },
  transfers: {
    draft: routeText({ method: 'POST', path: '/transfers/drafts' }),
    confirm: routeText({
      method: 'POST',
      path: '/transfers/drafts/{draftId}/confirm',
      inputStructure: 'detailed',
    }),
  },
  live: routeText({ method: 'GET', path: '/live' }),
};

type AnyClient = Record<string, Record<string, (input?: unknown, options?: object) => Promise<unknown>>>;
const api = createORPCClient(httpLink(contract, 'http://wallet.test/api')) as unknown as AnyClient;
const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const sent = () => {
  const [url, init] = fetched.mock.calls[0] ?? [];
  return { url: String(url), method: init?.method, headers: init?.headers, body: init?.body };
};

test('puts what belongs there into the path and the rest into the query, leaving out what is not given', async () => {
  fetched.mockResolvedValue(json({ records: [] }));
  await api.records?.one?.({ walletId: 'a/b', id: 'ä', filter: 'in', cursor: undefined, limit: 30 });
  expect(sent()).toEqual({
    url: 'http://wallet.test/api/wallets/a%2Fb/records/%C3%A4?filter=in&limit=30',
    method: 'GET',
    headers: {},
    body: undefined,
  });
});

test('sends the rest of a POST as JSON and resolves with the answer', async () => {
  fetched.mockResolvedValue(json({ draftId: '1' }));
  expect(await api.transfers?.draft?.({ amount: '1.5', memo: undefined })).toEqual({ draftId: '1' });
  expect(sent()).toMatchObject({ body: '{"amount":"1.5"}', headers: { 'content-type': 'application/json' } });
});

test('takes a detailed input as it is', async () => {
  fetched.mockResolvedValue(json({}));
  const headers = { 'idempotency-key': 'k' };
  await api.transfers?.confirm?.({ params: { draftId: '7' }, headers, body: { hash: 'h' } });
  expect(sent()).toEqual({
    url: 'http://wallet.test/api/transfers/drafts/7/confirm',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"hash":"h"}',
  });
});

test('throws a refusal with its code and data, and anything else as a plain error', async () => {
  fetched.mockResolvedValueOnce(json({ code: 'FACTORS_LOCKED', status: 423, data: { until: 'x' } }, 423));
  await expect(api.records?.list?.()).rejects.toMatchObject({ code: 'FACTORS_LOCKED', data: { until: 'x' } });
  for (const answer of [json('gone', 502), json({ error: 'x' }, 500), new Response('<html>', { status: 500 })]) {
    fetched.mockResolvedValueOnce(answer);
    await expect(api.records?.list?.()).rejects.not.toBeInstanceOf(ORPCError);
  }
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(api.records?.list?.()).rejects.toThrow('Failed to fetch');
});

/** What was asked for before the app ran, by somebody who had signed in, at a time of the page. */
function early(answers: readonly (readonly [string, Promise<Response>])[], nowMs = 1_000) {
  vi.stubGlobal('earlyAnswers', { owner: 'anna', byUrl: new Map(answers) });
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  vi.spyOn(performance, 'now').mockReturnValue(nowMs);
}
const stored = new Map([['signed-in', 'anna']]);
afterEach(() => {
  vi.restoreAllMocks();
  stored.clear();
  stored.set('signed-in', 'anna');
});

test('takes an answer that was asked for before the app ran, once, and asks itself where that one failed', async () => {
  const list = 'http://wallet.test/api/records';
  early([[list, Promise.resolve(json({ records: ['early'] }))]]);
  fetched.mockImplementation(() => Promise.resolve(json({ records: [] })));
  expect(await api.records?.list?.()).toEqual({ records: ['early'] });
  expect(await api.records?.list?.()).toEqual({ records: [] });

  early([[list, Promise.reject(new TypeError('Failed to fetch'))]]);
  expect(await api.records?.list?.()).toEqual({ records: [] });
  early([[list, Promise.resolve(json({ code: 'LOGIN_EXPIRED' }, 401))]]);
  await expect(api.records?.list?.()).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' });
});

test('takes no early answer for another question or for a change', async () => {
  const urls = ['http://wallet.test/api/records', 'http://wallet.test/api/transfers/drafts'];
  early(urls.map((url) => [url, Promise.resolve(json({ early: true }))]));
  fetched.mockImplementation(() => Promise.resolve(json({})));
  expect(await api.records?.list?.({ limit: 3 })).toEqual({});
  expect(await api.transfers?.draft?.({})).toEqual({});
});

test('takes no early answer after it has changed something itself', async () => {
  early([['http://wallet.test/api/records', Promise.resolve(json({ early: true }))]]);
  fetched.mockImplementation(() => Promise.resolve(json({})));
  await api.transfers?.draft?.({});
  expect(await api.records?.list?.()).toEqual({});
});

test.each([
  ['in its first fifteen seconds', 14_999, {}, true],
  ['later', 15_000, {}, false],
  ['after somebody else has signed in on the device', 1_000, { 'signed-in': 'ben' }, false],
  ['after the person has logged out, in whichever tab', 1_000, { 'signed-in': undefined }, false],
  ['while a logout waits for a connection', 1_000, { logout: 'yes' }, false],
])('whether a page takes its early answers %s', async (_, nowMs, changes, isTaken) => {
  early([['http://wallet.test/api/records', Promise.resolve(json({ early: true }))]], nowMs);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) stored.delete(key);
    else stored.set(key, String(value));
  }
  fetched.mockImplementation(() => Promise.resolve(json({})));
  expect(await api.records?.list?.()).toEqual(isTaken ? { early: true } : {});
});

/** A request that never ends by itself and fails as fetch does once it is aborted. */
const neverAnswers = (_: URL, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal?.addEventListener('abort', () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')),
    ),
  );

test('gives up after twenty seconds without an answer', async () => {
  vi.useFakeTimers();
  fetched.mockImplementation(neverAnswers);
  const asked = Promise.allSettled([api.records?.list?.()]);
  vi.advanceTimersByTime(20_000);
  expect(await asked).toMatchObject([{ status: 'rejected', reason: { message: 'no answer in time' } }]);
  vi.useRealTimers();
});

test('gives up when the caller leaves', async () => {
  fetched.mockImplementation(neverAnswers);
  const leaving = new AbortController();
  const asked = Promise.allSettled([api.records?.list?.({}, { signal: leaving.signal })]);
  leaving.abort(new Error('left'));
  expect(await asked).toMatchObject([{ status: 'rejected', reason: { message: 'left' } }]);
});

const stream = (...chunks: string[]) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};
const collect = async (events: unknown) => {
  const found: unknown[] = [];
  for await (const event of events as AsyncIterable<unknown>) found.push(event);
  return found;
};
const open = () => (api as unknown as { live: (input: object) => Promise<unknown> }).live({});

test('takes no early answer once it listens for changes', async () => {
  early([['http://wallet.test/api/records', Promise.resolve(json({ early: true }))]]);
  fetched.mockResolvedValueOnce(stream('data: {"topic":"ready"}\n\n')).mockResolvedValueOnce(json({}));
  await open();
  expect(await api.records?.list?.()).toEqual({});
});

test('reads events however they are cut, without comments, until the end', async () => {
  fetched.mockResolvedValue(
    stream(
      ': \n\nevent: mess',
      'age\ndata: {"topic":"rea',
      'dy"}\n',
      '\ndata: {"topic":"chain"}\r\n\r\nevent: done\n\n',
    ),
  );
  expect(await collect(await open())).toEqual([{ topic: 'ready' }, { topic: 'chain' }]);
});

test('an error event ends the stream with its problem', async () => {
  fetched.mockResolvedValue(stream('event: error\ndata: {"code":"LOGIN_EXPIRED"}\n\n'));
  await expect(collect(await open())).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' });
});

test('a stream on which nothing is heard for forty seconds is over', async () => {
  vi.useFakeTimers();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"topic":"ready"}\n\n')),
  });
  fetched.mockResolvedValue(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const collected = vi.fn<(events: unknown[]) => void>();
  void collect(await open()).then(collected);
  await vi.advanceTimersByTimeAsync(39_999);
  expect(collected).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(collected).toHaveBeenCalledWith([{ topic: 'ready' }]);
  vi.useRealTimers();
});
