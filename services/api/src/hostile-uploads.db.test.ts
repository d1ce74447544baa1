import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  openTestApi,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

// Goal: however a picture is sent, it is kept whole or not at all, nobody else waits for it, and no name somebody writes
// becomes a name of ours. Method: bytes on a socket, as no browser would send them.

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await openTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await expect.poll(() => filesIn('incoming'), { message: 'bodies left behind' }).toEqual([]);
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
  expect(await namesInDatabase(), 'a file for each row and a row for each file').toEqual(filesIn('pictures'));
});
afterAll(() => api.close());

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const path = '/api/activities/pictures';

function filesIn(folder: string): string[] {
  try {
    return readdirSync(join(api.folder, folder)).toSorted();
  } catch {
    return [];
  }
}

async function namesInDatabase(): Promise<string[]> {
  const { rows } = await api.database.db.pool.query<{ name: string }>('SELECT name FROM activity_pictures');
  return rows.map(({ name }) => name).toSorted();
}

let senders = 0;
/** Each may send twenty pictures an hour. */
async function newSender(): Promise<Browser> {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, `hostile${(senders += 1)}@example.org`);
  return browser;
}

/** A request for a picture up to its body, with these headers beside those every one has. */
function headOf(sender: Browser, headers: readonly string[]): Buffer {
  const cookie = [...sender.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const always = ['host: localhost:4300', `origin: ${publicUrl}`, `cookie: ${cookie}`, 'connection: close'];
  return Buffer.from([`POST ${path} HTTP/1.1`, ...always, ...headers, '', ''].join('\r\n'));
}

async function openSocket(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  // How it ended is read from what came before.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the other side hangs up: the status and the problem’s code. */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  await once(socket, 'close');
  const [, status = 'nothing'] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  const [, code = ''] = /"code":"([A-Z_]+)"/.exec(answer) ?? [];
  return `${status} ${code}`.trim();
}

/** Says exactly this and no more. */
async function say(...parts: readonly (Uint8Array | string)[]): Promise<string> {
  const socket = await openSocket();
  const answered = readAnswer(socket);
  for (const part of parts) socket.write(part);
  return answered;
}

/** The same, and hangs up. */
async function sayAndGo(...parts: readonly (Uint8Array | string)[]): Promise<string> {
  const socket = await openSocket();
  const answered = readAnswer(socket);
  for (const part of parts) socket.write(part);
  socket.end();
  return answered;
}

const png = 'content-type: image/png';
const length = (bytes: number | string): string => `content-length: ${bytes}`;
const whole = length(picture.length);
const inChunks = 'transfer-encoding: chunked';

test('U05 U11 an upload that is cut, says another length or is framed wrongly leaves nothing, and the next is kept', async () => {
  const sender = await newSender();
  const head = (...headers: readonly string[]): Buffer => headOf(sender, [png, ...headers]);
  const size = `${picture.length.toString(16)}\r\n`;
  const end = '\r\n0\r\n\r\n';
  const cut = picture.subarray(0, 30);
  // What the server's own reader of HTTP refuses has no code of ours.
  expect({
    'cut in the middle': await sayAndGo(head(whole), cut),
    'cut before its first byte': await sayAndGo(head(whole)),
    'shorter than the picture': await say(head(length(30)), cut),
    'shorter than what follows': await say(head(length(30)), picture),
    'no length at all': await say(head(), picture),
    'a length below zero': await say(head(length(-1)), picture),
    'a length no number holds': await say(head(length('9'.repeat(30))), picture),
    'two lengths': await say(head(whole, length(5)), picture),
    'a length and chunks': await say(head(whole, inChunks), size, picture, end),
    'chunks of no size': await say(head(inChunks), 'zz\r\n', picture),
    'chunks without an end': await sayAndGo(head(inChunks), size, picture),
    'a chunk larger than it says': await say(head(inChunks), '5\r\n', picture, end),
    'more than ten megabytes announced': await say(head(length(10 * 1024 * 1024 + 1)), cut),
  }).toEqual({
    'cut in the middle': '400 INPUT_INVALID',
    'cut before its first byte': '400 INPUT_INVALID',
    'shorter than the picture': '422 PICTURE_REFUSED',
    'shorter than what follows': '400 INPUT_INVALID',
    'no length at all': '400 INPUT_INVALID',
    'a length below zero': '400 INPUT_INVALID',
    'a length no number holds': '400 INPUT_INVALID',
    'two lengths': '400 INPUT_INVALID',
    'a length and chunks': '400 INPUT_INVALID',
    'chunks of no size': '400 INPUT_INVALID',
    'chunks without an end': '400 INPUT_INVALID',
    'a chunk larger than it says': '400 INPUT_INVALID',
    'more than ten megabytes announced': '413 BODY_TOO_LARGE',
  });
  expect(await say(head(inChunks), size, picture, end)).toBe('200');
});

test('U11 F-U a connection that is cut after any byte leaves nothing, and the same picture is kept when it is sent again', async () => {
  const sender = await newSender();
  const bytes = Buffer.concat([headOf(sender, [png, whole]), picture]);
  const kept = await namesInDatabase();
  const head = bytes.length - picture.length;
  // In the head, around its end, around the end of each part of the picture, and before the last byte.
  const ofPicture = [0, 1, 8, 33, 41, 50, 60, 64, picture.length - 2, picture.length - 1].map((byte) => head + byte);
  const cuts = [1, 20, head - 1, ...ofPicture];
  for (const cut of cuts) {
    const socket = await openSocket();
    socket.write(bytes.subarray(0, cut));
    // What has arrived is being written down: the cut comes in the middle of it.
    if (cut >= head) await expect.poll(() => filesIn('incoming').length).toBe(1);
    // A reset, as of a phone that loses its network: no orderly end follows the last byte.
    socket.resetAndDestroy();
    await expect.poll(() => filesIn('incoming')).toEqual([]);
    expect([await namesInDatabase(), filesIn('pictures')], `cut after byte ${cut}`).toEqual([kept, kept]);
  }
  expect(await say(bytes)).toBe('200');
  expect(filesIn('pictures')).toHaveLength(kept.length + 1);
});

test('U01 U05 what is sent as anything but one picture is refused, whatever its parts and boundaries', async () => {
  const sender = await newSender();
  const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n${png}\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(part), picture, Buffer.from('\r\n--x--\r\n')]);
  const sent = (type: string, body: Uint8Array, ...more: readonly string[]): Promise<string> =>
    say(headOf(sender, [`content-type: ${type}`, length(body.length), ...more]), body);
  const refused = '415 CONTENT_TYPE_REFUSED';
  expect({
    form: await sent('multipart/form-data; boundary=x', form),
    'a form of another boundary': await sent('multipart/form-data; boundary=y', form),
    'a form without a boundary': await sent('multipart/form-data', form),
    'a form of 2,000 parts': await sent('multipart/form-data; boundary=x', Buffer.from(part.repeat(2_000))),
    'a form that says it is a picture': await sent('image/png', form),
    'a picture that says it is SVG': await sent('image/svg+xml', picture),
    'a picture that says nothing': await sent('', picture),
    'a compressed picture': await sent('image/png', gzipSync(picture), 'content-encoding: gzip'),
    'a picture under another picture’s name': await sent('image/jpeg', picture),
  }).toEqual({
    form: refused,
    'a form of another boundary': refused,
    'a form without a boundary': refused,
    'a form of 2,000 parts': refused,
    'a form that says it is a picture': '422 PICTURE_REFUSED',
    'a picture that says it is SVG': refused,
    'a picture that says nothing': refused,
    'a compressed picture': '422 PICTURE_REFUSED',
    'a picture under another picture’s name': '200',
  });
});

test('U05 a picture that comes a byte at a time is kept, and one that never ends is cut off', async () => {
  const sender = await newSender();
  const bytes = [...picture].map((byte) => Buffer.from([byte]));
  expect(await say(headOf(sender, [png, whole]), ...bytes)).toBe('200');

  const { server } = api.app;
  const { requestTimeout, headersTimeout } = server;
  Object.assign(server, { requestTimeout: 200, headersTimeout: 200 });
  const socket = await openSocket();
  try {
    const answered = readAnswer(socket);
    socket.write(Buffer.concat([headOf(sender, [png, whole]), picture.subarray(0, 20)]));
    expect(await answered).toBe('408 INPUT_INVALID');
  } finally {
    Object.assign(server, { requestTimeout, headersTimeout });
    socket.destroy();
  }
});

test('U05 while 200 uploads never end the next is asked to come back, everything else answers, and all goes on afterwards', async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, newSender));
  const late = await newSender();
  const sockets: Socket[] = [];
  try {
    for (const sender of crowd) {
      const head = Buffer.concat([headOf(sender, [png, whole]), picture.subarray(0, 20)]);
      for (let count = 0; count < 20; count += 1) {
        const socket = await openSocket();
        sockets.push(socket);
        socket.write(head);
      }
    }
    await expect.poll(() => filesIn('incoming').length).toBe(200);
    expect(await say(headOf(late, [png, whole]), picture)).toBe('503 UNAVAILABLE');
    expect((await late.get('/api/identity/account')).statusCode).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(() => filesIn('incoming').length).toBe(0);
  expect(await say(headOf(late, [png, whole]), picture)).toBe('200');
});

/** What people or programs call files, to reach others or to look like others. */
const names = [
  '../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '....//....//secret.webp',
  '../secret.webp',
  '/etc/passwd',
  'C:\\boot.ini',
  '\\\\server\\share\\a.png',
  'file:///etc/passwd',
  '.htaccess',
  'CON.png',
  'aux',
  'a.png\0.php',
  'a.png\r\nset-cookie: a=b',
  'a.php.png',
  'a.svg',
  'fdp.\u202Egnp',
  '\u2066a\u2069.png',
  'a\u0000b',
  'ａ／ｂ.png',
  '%2e%2e%2fsecret.webp',
  '..%c0%afsecret.webp',
  '; rm -rf ~',
  '$(id).png',
  '`id`.png',
  "' OR 1=1 --",
  '"><script>1</script>.png',
  '{{7*7}}',
  '😀'.repeat(50),
  'e\u0301'.repeat(50),
  'x'.repeat(10_000),
  ' ',
  '-rf',
  '~root',
  'NUL',
];

test('U06 no name somebody writes becomes a name of ours, or reaches a file by its own', async () => {
  const sender = await newSender();
  writeFileSync(join(api.folder, 'secret.webp'), 'secret');
  for (const name of names) {
    const asked = await sender.get(`${path}/${encodeURIComponent(name)}`);
    expect([400, 404, 414], name).toContain(asked.statusCode);
    expect(asked.body.includes('secret'), name).toBe(false);
  }
  const before = filesIn('pictures').length;
  const sentAs = (name: string): Promise<string> =>
    say(headOf(sender, [png, whole, `content-disposition: attachment; filename="${name}"`]), picture);
  for (const name of [
    '../../etc/passwd',
    '\\\\server\\a.png',
    'a.png\r\nx-file-name: ../b',
    'fdp.\u202Egnp',
    'x'.repeat(10_000),
  ]) {
    expect(await sentAs(name), name).toBe('200');
  }
  expect(await sentAs('a.png\0.php')).toBe('400 INPUT_INVALID');
  expect(filesIn('pictures')).toHaveLength(before + 5);
  for (const name of filesIn('pictures')) expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
});
