import { pictureBytesMax } from '@tern/images/re-encode-picture';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  openTestApi,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await openTestApi();
  owner = openBrowser(api.app);
  await registerByMail(api, owner, 'mara@example.org');
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const path = '/api/profile/avatar';
const send = (browser: Browser, body: Buffer | string, headers: Record<string, string> = {}) =>
  browser.post(path, null, { payload: body, headers: { origin: publicUrl, 'content-type': 'image/png', ...headers } });
const codeOf = (response: { json: <Body>() => Body }) => response.json<{ code: string }>().code;

test('U06 U07 a picture gets a name nobody can guess and is shown to its owner alone, as nothing a browser runs', async () => {
  const saved = await send(owner, picture, { 'content-disposition': 'attachment; filename="../../etc/passwd\u202e"' });
  expect(saved.statusCode).toBe(200);
  const { avatarPath } = saved.json<{ avatarPath: string }>();
  expect(avatarPath).toMatch(/^\/api\/profile\/avatar\/[0-9a-f]{32}\.webp$/);

  const shown = await owner.get(avatarPath);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'attachment; filename="picture.webp"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  expect(shown.rawPayload.subarray(8, 12).toString()).toBe('WEBP');

  const stranger = openBrowser(api.app);
  await registerByMail(api, stranger, 'stranger@example.org');
  expect((await stranger.get(avatarPath)).statusCode).toBe(404);
  expect((await openBrowser(api.app).get(avatarPath)).statusCode).toBe(401);
  for (const name of ['..%2f..%2fpackage.json', 'x.webp', `${'0'.repeat(32)}.webp`, 'a'.repeat(400)]) {
    expect((await owner.get(`${path}/${name}`)).statusCode).toBe(404);
  }
});

test('U11 another picture takes the place of the first, and removing leaves nothing', async () => {
  const first = (await send(owner, picture)).json<{ avatarPath: string }>().avatarPath;
  const second = (await send(owner, picture)).json<{ avatarPath: string }>().avatarPath;
  expect((await owner.get(first)).statusCode).toBe(404);
  expect((await owner.get(second)).statusCode).toBe(200);
  const removed = await owner.post('/api/profile/avatar/remove', {});
  expect(removed.json<{ avatarPath: string | null }>().avatarPath).toBeNull();
  expect((await owner.get(second)).statusCode).toBe(404);
});

test('U01 U02 what is no picture is refused with its reason, whatever it says it is', async () => {
  const refused = await send(owner, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(refused.json()).toMatchObject({ code: 'PICTURE_REFUSED', data: { fault: 'not-a-picture' } });
  for (const type of [
    'image/svg+xml',
    'image/gif',
    'text/html',
    'application/json',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await send(owner, picture, { 'content-type': type });
    expect([type, answer.statusCode, codeOf(answer)]).toEqual([type, 415, 'CONTENT_TYPE_REFUSED']);
  }
});

test('U05 more than ten megabytes, nothing at all, and pictures of nobody are refused', async () => {
  const large = await send(owner, Buffer.alloc(pictureBytesMax + 1));
  expect([large.statusCode, codeOf(large)]).toEqual([413, 'BODY_TOO_LARGE']);
  expect((await send(owner, Buffer.alloc(0))).statusCode).toBeGreaterThanOrEqual(400);
  const nobody = await send(openBrowser(api.app), picture);
  expect([nobody.statusCode, codeOf(nobody)]).toEqual([401, 'LOGIN_EXPIRED']);
});

test('W03 another site sends no picture', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await send(owner, picture, headers);
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'ORIGIN_REFUSED']);
  }
});

test('U09 after twenty pictures within an hour the person has to wait, and one picture is all that is kept', async () => {
  const eager = openBrowser(api.app);
  await registerByMail(api, eager, 'eager@example.org');
  const broken = Buffer.from('no picture at all');
  for (let count = 0; count < 20; count += 1) expect(codeOf(await send(eager, broken))).toBe('PICTURE_REFUSED');
  expect(codeOf(await send(eager, picture))).toBe('TOO_MANY_REQUESTS');
  const { rows } = await api.database.db.pool.query(
    'SELECT max(n)::int AS most FROM (SELECT count(*) AS n FROM avatars GROUP BY person_id) AS each',
  );
  expect(rows[0]?.most ?? 0).toBeLessThanOrEqual(1);
});
