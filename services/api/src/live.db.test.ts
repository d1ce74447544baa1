import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  openTestApi,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await openTestApi();
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

const signIn = async (email: string) => {
  const browser = openBrowser(api.app);
  const { personId } = await registerByMail(api, browser, email);
  return { browser, personId: String(personId) };
};
const openStream = async (browser: Browser, signal: AbortSignal) => {
  const response = await fetch(`${url}/api/live`, {
    headers: { cookie: `session=${browser.cookies.get('session')}` },
    signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Reads on until `wanted` has come, or the stream ends. */
  return async (wanted: string): Promise<boolean> => {
    while (!text.includes(wanted)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return false;
      text += value;
    }
    return true;
  };
};

test('streams the events of the signed-in person as they commit', async () => {
  const { browser, personId } = await signIn('live@example.org');
  const leaving = new AbortController();
  const until = await openStream(browser, leaving.signal);
  expect(await until('"topic":"ready"')).toBe(true);
  await sql`SELECT notify_person(${personId}, 'balances', 'wallet 1')`.execute(api.database.asWorker.kysely);
  expect(await until('"ref":"wallet 1"')).toBe(true);
  leaving.abort();
});

test('A07 a stream ends with its session, ended here or from another device', async () => {
  const { browser } = await signIn('streams@example.org');
  const device = `device=${browser.cookies.get('device')}`;
  const other = openBrowser(api.app);
  other.cookies.set('device', device.slice('device='.length));
  const signedIn = await other.post('/api/identity/login', {
    target: { kind: 'email', email: 'streams@example.org' },
    password: 'teal-harbour-91-lamps',
  });
  expect(signedIn.json()).toMatchObject({ step: 'done' });
  const until = await openStream(other, new AbortController().signal);
  await until('"topic":"ready"');
  expect(
    (await browser.post('/api/identity/sessions/end-others', {}, { headers: { origin: publicUrl } })).json(),
  ).toEqual({ ended: 1 });
  expect(await until('never comes')).toBe(false);
});

test('A07 a stream ends when another tab logs out', async () => {
  const { browser } = await signIn('tabs@example.org');
  const until = await openStream(browser, new AbortController().signal);
  await until('"topic":"ready"');
  await browser.post('/api/identity/logout', {}, { headers: { origin: publicUrl } });
  expect(await until('never comes')).toBe(false);
});
