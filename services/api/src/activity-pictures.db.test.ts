import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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

// Goal: a picture is seen by whoever sent it and by reviewers, is nothing but its pixels, and never half there.

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await openTestApi();
  owner = openBrowser(api.app);
  await registerByMail(api, owner, 'mara@example.org');
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
  expect(filesIn('incoming'), 'bodies left behind').toEqual([]);
});
afterAll(() => api.close());

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const path = '/api/activities/pictures';
const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(api.folder, folder));
  } catch {
    return [];
  }
};
const send = (browser: Browser, body: Buffer | string | Readable, headers: Record<string, string> = {}) =>
  browser.post(path, null, { payload: body, headers: { origin: publicUrl, 'content-type': 'image/png', ...headers } });
const codeOf = (response: { json: <Body>() => Body }) => response.json<{ code: string }>().code;
type Kept = { readonly name: string; readonly path: string; readonly deletesAt: string };

/** As many as one needs: each may send twenty pictures an hour. */
let senders = 0;
async function newSender(): Promise<Browser> {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, `sender${(senders += 1)}@example.org`);
  return browser;
}

test('U06 U07 a picture gets a name nobody can guess and is shown to whoever sent it alone, as nothing a browser runs', async () => {
  const saved = await send(owner, picture, { 'content-disposition': 'attachment; filename="../../etc/passwd\u202e"' });
  expect(saved.statusCode).toBe(200);
  const kept = saved.json<Kept>();
  expect(kept.name).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(filesIn('pictures')).toEqual([kept.name]);
  const shown = await owner.get(kept.path);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'attachment; filename="picture.webp"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  expect(shown.rawPayload.subarray(8, 12).toString()).toBe('WEBP');

  const stranger = await newSender();
  expect((await stranger.get(kept.path)).statusCode).toBe(404);
  // What was handed in for review is no example of an activity either.
  expect((await owner.get(`/api/activities/samples/${kept.name}`)).statusCode).toBe(404);
  expect((await openBrowser(api.app).get(kept.path)).statusCode).toBe(401);
  for (const name of [
    '..%2f..%2fpackage.json',
    'x.webp',
    `${'0'.repeat(32)}.webp`,
    `${'A'.repeat(32)}.webp`,
    'a'.repeat(400),
  ]) {
    expect((await owner.get(`${path}/${name}`)).statusCode).toBe(404);
  }
});

test('U01 U02 what is no picture is refused with its reason, and leaves nothing behind', async () => {
  const sender = await newSender();
  const before = filesIn('pictures');
  for (const body of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><script>1</script>',
    'GIF89a\u0001\u0000\u0001\u0000',
    '%PDF-1.7',
    Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]),
  ]) {
    const refused = await send(sender, body);
    expect(refused.json()).toMatchObject({ code: 'PICTURE_REFUSED', data: { fault: 'not-a-picture' } });
  }
  const broken = await send(sender, picture.subarray(0, 40));
  expect(broken.json()).toMatchObject({ code: 'PICTURE_REFUSED', data: { fault: 'broken' } });
  for (const type of [
    'image/svg+xml',
    'image/gif',
    'text/html',
    'application/json',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await send(sender, picture, { 'content-type': type });
    expect([type, answer.statusCode, codeOf(answer)]).toEqual([type, 415, 'CONTENT_TYPE_REFUSED']);
  }
  expect(filesIn('pictures')).toEqual(before);
});

test('U05 more than ten megabytes are refused before or while they come, and pictures of nobody are not read', async () => {
  const sender = await newSender();
  const announced = await send(sender, Buffer.alloc(pictureBytesMax + 1));
  expect([announced.statusCode, codeOf(announced)]).toEqual([413, 'BODY_TOO_LARGE']);
  // A stream that says nothing of its size and would go on for ten gigabytes.
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += 65_536;
      this.push(sent > 10 * 1024 ** 3 ? null : Buffer.alloc(65_536));
    },
  });
  const cut = await send(sender, endless);
  expect([cut.statusCode, codeOf(cut)]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(sent).toBeLessThan(pictureBytesMax * 2);
  expect((await send(sender, Buffer.alloc(0))).statusCode).toBeGreaterThanOrEqual(400);
  const nobody = await send(openBrowser(api.app), picture);
  expect([nobody.statusCode, codeOf(nobody)]).toEqual([401, 'LOGIN_EXPIRED']);
});

test('U05 U11 F-U whoever goes away at any moment leaves neither a body nor a picture nor a row', async () => {
  const sender = await newSender();
  const rows = async () =>
    (await api.database.db.pool.query('SELECT count(*)::int AS n FROM activity_pictures')).rows[0]?.n;
  const before = [await rows(), filesIn('pictures').length];
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  for (const part of [0, 1, 20, 60]) {
    const request = httpRequest({
      port,
      path,
      method: 'POST',
      headers: {
        host: 'localhost:4300',
        origin: publicUrl,
        cookie: [...sender.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'image/png',
        'content-length': String(picture.length),
      },
    });
    request.on('error', () => undefined);
    request.write(picture.subarray(0, part));
    await once(request, 'socket');
    await expect.poll(() => filesIn('incoming').length).toBe(1);
    request.destroy();
    await expect.poll(() => filesIn('incoming').length).toBe(0);
  }
  expect([await rows(), filesIn('pictures').length]).toEqual(before);
});

test('W03 another site sends no picture', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await send(owner, picture, headers);
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'ORIGIN_REFUSED']);
  }
});

test('U09 of pictures nobody handed in a person keeps five, and twenty an hour are all', async () => {
  const eager = await newSender();
  const names: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const answer = await send(eager, picture);
    expect(answer.statusCode).toBe(200);
    names.push(answer.json<Kept>().name);
  }
  expect(codeOf(await send(eager, picture))).toBe('TOO_MANY_REQUESTS');
  const { rows } = await api.database.db.pool.query(
    'SELECT name FROM activity_pictures WHERE name = ANY ($1) AND delete_at > now()',
    [names],
  );
  expect(rows.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.slice(-5).toSorted());
});

test('U04 nothing of a file but its pixels is kept', async () => {
  const marker = `planted-${randomBytes(8).toString('hex')}`;
  const sender = await newSender();
  const saved = (await send(sender, Buffer.concat([picture, Buffer.from(marker)]))).json<Kept>();
  const shown = await sender.get(saved.path);
  expect(shown.rawPayload.includes(marker)).toBe(false);
});
