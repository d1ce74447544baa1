import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreFault, type ObjectStore } from './object-store.ts';
import { openDiskStore } from './open-disk-store.ts';
import { openS3Store } from './open-s3-store.ts';
import { startS3Server, type S3Server } from './testing/s3-server.ts';

const newName = () => `${randomBytes(16).toString('hex')}.webp`;
const credentials = { accessKeyId: 'ours', secretKey: 'a secret/with+signs', region: 'eu-test-1' };

let folder = '';
let server: S3Server;
const stores: { disk?: ObjectStore; s3?: ObjectStore } = {};
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'object-store-')), 'pictures');
  stores.disk = await openDiskStore({ folder });
  server = await startS3Server(credentials, 'evidence');
  stores.s3 = openS3Store({
    ...credentials,
    endpoint: server.endpoint,
    bucket: 'evidence',
    clock: systemClock,
    timeoutMs: 5000,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

describe.each(['disk', 's3'] as const)('on %s', (kind) => {
  const store = (): ObjectStore => stores[kind] as ObjectStore;

  test('what was put is got again byte by byte, and after its removal is gone', async () => {
    const [name, bytes] = [newName(), randomBytes(100_000)];
    expect(await store().get(name)).toBeUndefined();
    await store().put(name, bytes);
    expect(await store().get(name)).toEqual(bytes);
    await store().remove(name);
    expect(await store().get(name)).toBeUndefined();
    await store().remove(name);
  });

  test('a listing goes on where the page before ended, and misses nothing', async () => {
    const names = Array.from({ length: 7 }, newName).toSorted();
    for (const name of names) await store().put(name, Buffer.from('x'));
    const found: string[] = [];
    for (let after: string | undefined; ; after = found.at(-1)) {
      const page = await store().list({ after, limit: 3 });
      if (page.length === 0) break;
      found.push(...page.map(({ name }) => name));
      expect(page[0]?.storedAt.getTime()).toBeGreaterThan(0);
    }
    expect(found).toEqual(names);
    for (const name of names) await store().remove(name);
  });

  test.each(['../secrets/session-key', 'x.webp', `${'0'.repeat(32)}.webp/..`, '', `${'A'.repeat(32)}.webp`])(
    'U06 a name such as %j reaches nothing',
    async (name) => {
      await expect(async () => store().get(name)).rejects.toThrow('hexadecimal');
      await expect(async () => store().put(name, Buffer.alloc(1))).rejects.toThrow();
      await expect(async () => store().remove(name)).rejects.toThrow('hexadecimal');
    },
  );
});

test('U11 on disk only whole files have names, readable by their owner alone; what a dead process left is cleared', async () => {
  const name = newName();
  await stores.disk?.put(name, Buffer.from('whole'));
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, '.new-0123456789abcdef'), 'half');
  expect((await stores.disk?.list({ limit: 10 }))?.map((each) => each.name)).toEqual([name]);
  expect(await stores.disk?.clearUnfinished(new Date(0))).toBe(0);
  expect(await stores.disk?.clearUnfinished(new Date(Date.now() + 60_000))).toBe(1);
  expect(readdirSync(folder)).toEqual([name]);
  await stores.disk?.remove(name);
});

test('what others left in the bucket is not ours, and hides nothing of ours behind it', async () => {
  const [first, last] = [`${'0'.repeat(32)}.webp`, `${'f'.repeat(32)}.webp`];
  for (const name of [first, last]) await stores.s3?.put(name, Buffer.from('ours'));
  for (let count = 0; count < 7; count += 1)
    server.objects.set(`5-of-others-${count}`, { body: Buffer.from('x'), at: systemClock.now(), type: '' });
  expect(await stores.s3?.list({ limit: 2 })).toMatchObject([{ name: first }]);
  expect(await stores.s3?.list({ after: first, limit: 2 })).toMatchObject([{ name: last }]);
  expect(await stores.s3?.list({ after: last, limit: 2 })).toEqual([]);
  server.objects.clear();
});

test('a bucket that is not there is a fault, and not a picture that is not there', async () => {
  const elsewhere = openS3Store({
    ...credentials,
    endpoint: server.endpoint,
    bucket: 'elsewhere',
    clock: systemClock,
    timeoutMs: 5000,
  });
  const name = newName();
  for (const act of [() => elsewhere.get(name), () => elsewhere.remove(name)])
    await expect(act()).rejects.toThrow('404 NoSuchBucket');
});

test('an answer that breaks off is a fault of the store', async () => {
  const half = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
  const store = openS3Store({ ...credentials, endpoint, bucket: 'evidence', clock: systemClock, timeoutMs: 5000 });
  try {
    await expect(store.get(newName())).rejects.toThrow(StoreFault);
    await expect(store.list({ limit: 1 })).rejects.toThrow(StoreFault);
  } finally {
    half.close();
  }
});

test('a store that lists the same again and again ends a listing all the same', async () => {
  const name = newName();
  const contents = `<Contents><Key>${name}</Key><LastModified>2026-11-28T20:15:00.000Z</LastModified></Contents>`;
  const goesOn = '<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>';
  let listing = contents;
  const deaf = createServer((_request, response) => response.end(`<ListBucketResult>${listing}</ListBucketResult>`));
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  const store = openS3Store({ ...credentials, endpoint, bucket: 'evidence', clock: systemClock, timeoutMs: 5000 });
  try {
    expect(await store.list({ limit: 1 })).toMatchObject([{ name }]);
    expect(await store.list({ after: name, limit: 1 })).toEqual([]);
    listing = goesOn;
    await expect(store.list({ limit: 1 })).rejects.toThrow(StoreFault);
    listing = `${goesOn}${contents}`;
    await expect(store.list({ after: name, limit: 1 })).rejects.toThrow(StoreFault);
  } finally {
    deaf.close();
    deaf.closeAllConnections();
  }
});

test('a store that cannot be used says so, and never that nothing is there', async () => {
  const name = newName();
  const stranger = openS3Store({
    ...credentials,
    secretKey: 'wrong',
    endpoint: server.endpoint,
    bucket: 'evidence',
    clock: systemClock,
    timeoutMs: 5000,
  });
  await expect(stranger.get(name)).rejects.toThrow(StoreFault);
  await expect(stranger.put(name, Buffer.alloc(1))).rejects.toThrow('answered 403');
  server.fail = 503;
  const acts = [
    () => stores.s3?.get(name),
    () => stores.s3?.put(name, Buffer.alloc(1)),
    () => stores.s3?.remove(name),
    () => stores.s3?.list({ limit: 1 }),
  ];
  for (const act of acts) await expect(act()).rejects.toThrow(StoreFault);
  server.fail = undefined;
  const nobody = openS3Store({
    ...credentials,
    endpoint: 'http://127.0.0.1:9',
    bucket: 'evidence',
    clock: systemClock,
    timeoutMs: 1000,
  });
  await expect(nobody.get(name)).rejects.toThrow('not answered');
  rmSync(folder, { recursive: true });
  await expect(stores.disk?.put(name, Buffer.alloc(1))).rejects.toThrow(StoreFault);
  expect(await stores.disk?.get(name)).toBeUndefined();
});
