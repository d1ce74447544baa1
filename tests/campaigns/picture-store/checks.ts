import { randomBytes } from 'node:crypto';
import { systemClock, type Clock } from '@tern/base/clock';
import { StoreFault, type ObjectStore } from '../../../packages/object-store/src/object-store.ts';
import { openObjectStore } from '../../../packages/object-store/src/open-object-store.ts';
import { signRequest, type S3Request } from '../../../packages/object-store/src/sign-request.ts';
import type { PictureServer } from './swift.ts';

/** One thing that has to hold of a store; what does not hold, as sentences. */
export type Check = { readonly name: string; readonly look: (world: StoreWorld) => Promise<readonly string[]> };

export type StoreWorld = {
  readonly server: PictureServer;
  readonly bucket: string;
  readonly store: ObjectStore;
  /** How many pictures at once, and in all, where many are put. */
  readonly atOnce: number;
  readonly many: number;
};

export const newName = (): string => `${randomBytes(16).toString('hex')}.webp`;

export function openStore(
  { endpoint, credentials }: PictureServer,
  bucket: string,
  changes: Partial<PictureServer['credentials']> = {},
  clock: Clock = systemClock,
): Promise<ObjectStore> {
  return openObjectStore({ kind: 's3', endpoint, bucket, ...credentials, ...changes }, clock);
}

/** A request of our own making, past the store: with a signature over something else, or without one. */
export async function askRaw(
  { endpoint, credentials }: PictureServer,
  path: string,
  request: Pick<S3Request, 'method' | 'body'> & { readonly sent?: Uint8Array; readonly isUnsigned?: true },
): Promise<number> {
  const url = new URL(`${endpoint.replace(/\/+$/, '')}/${path}`);
  const signed =
    request.isUnsigned === true ? {} : signRequest(credentials, { ...request, url, at: systemClock.now() });
  const body = request.sent ?? request.body;
  const response = await fetch(url, {
    method: request.method,
    headers: signed,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  await response.body?.cancel();
  return response.status;
}

/** `fault` where the store said that it cannot; every other failure is a defect. */
export async function tried<Value>(act: () => Promise<Value>): Promise<{ readonly value: Value } | 'fault'> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof StoreFault) return 'fault';
    throw error;
  }
}

async function expectFaults(acts: Readonly<Record<string, () => Promise<unknown>>>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [what, act] of Object.entries(acts))
    if ((await tried(act)) !== 'fault') wrong.push(`${what} was answered as if nothing were wrong`);
  return wrong;
}

const allActs = (store: ObjectStore): Readonly<Record<string, () => Promise<unknown>>> => ({
  'a read': () => store.get(newName()),
  'a write': () => store.put(newName(), Buffer.from('x')),
  'a removal': () => store.remove(newName()),
  'a listing': () => store.list({ limit: 1 }),
});

async function expectSame(store: ObjectStore, name: string, bytes: Buffer): Promise<readonly string[]> {
  const got = await store.get(name);
  if (got === undefined) return [`a picture of ${bytes.length} bytes is gone`];
  return got.equals(bytes) ? [] : [`a picture of ${bytes.length} bytes came back with ${got.length} others`];
}

const sizes = [1, 1_000, 65_537, 1_048_576, 10_000_000];

export const checks: readonly Check[] = [
  {
    name: 'a bucket that is not there is a fault',
    look: async ({ server, bucket }) => expectFaults(allActs(await openStore(server, `${bucket}0`))),
  },
  {
    name: 'pictures come back byte by byte and are gone once removed',
    look: async ({ store }) => {
      const wrong: string[] = [];
      for (const size of sizes) {
        const [name, bytes] = [newName(), randomBytes(size)];
        if ((await store.get(name)) !== undefined) wrong.push('there is a picture that nobody put');
        await store.put(name, bytes);
        wrong.push(...(await expectSame(store, name, bytes)));
        await store.remove(name);
        if ((await store.get(name)) !== undefined) wrong.push(`a picture of ${size} bytes is there after its removal`);
        await store.remove(name);
      }
      return wrong;
    },
  },
  {
    name: 'who has not the right key is refused, and so is who is an hour late',
    look: async ({ server, bucket }) => {
      const late = { ...systemClock, now: () => new Date(systemClock.nowMs() - 3_600_000) };
      return (
        await Promise.all([
          expectFaults(allActs(await openStore(server, bucket, { secretKey: 'another' }))),
          expectFaults(allActs(await openStore(server, bucket, { accessKeyId: 'nobody:at-all' }))),
          expectFaults(allActs(await openStore(server, bucket, {}, late))),
        ])
      ).flat();
    },
  },
  {
    name: 'nobody reads, writes or lists without a signature, and what changes on the way is refused',
    look: async ({ server, bucket, store }) => {
      const [name, kept] = [newName(), newName()];
      await store.put(kept, Buffer.from('kept'));
      const body = Buffer.from('as it was signed');
      const answers = {
        'a read without a signature': askRaw(server, `${bucket}/${kept}`, { method: 'GET', isUnsigned: true }),
        'a listing without a signature': askRaw(server, bucket, { method: 'GET', isUnsigned: true }),
        'a write without a signature': askRaw(server, `${bucket}/${name}`, { method: 'PUT', body, isUnsigned: true }),
        'a removal without a signature': askRaw(server, `${bucket}/${kept}`, { method: 'DELETE', isUnsigned: true }),
        'a write of other bytes': askRaw(server, `${bucket}/${name}`, {
          method: 'PUT',
          body,
          sent: Buffer.from('as it came here.'),
        }),
      };
      const wrong: string[] = [];
      for (const [what, asked] of Object.entries(answers)) {
        const status = await asked;
        if (status < 400) wrong.push(`${what} was answered with ${status}`);
      }
      if ((await store.get(name)) !== undefined) wrong.push('a refused write has left something');
      wrong.push(...(await expectSame(store, kept, Buffer.from('kept'))));
      await store.remove(kept);
      return wrong;
    },
  },
  {
    name: 'many at once, each its own, and a listing has each once, in order, with its time',
    look: lookAtMany,
  },
];

async function lookAtMany({ server, bucket, store, many, atOnce }: StoreWorld): Promise<readonly string[]> {
  const before = systemClock.nowMs();
  const names = Array.from({ length: many }, newName);
  // In the way of the listing: more than a page of what is not ours.
  const others = Array.from({ length: 5 }, (_, each) => `${bucket}/8-of-others-${each}`);
  for (const path of others) await askRaw(server, path, { method: 'PUT', body: Buffer.from('x') });
  await severalAtOnce(names, atOnce, (name) => store.put(name, Buffer.from(name)));
  const wrong = (await severalAtOnce(names, atOnce, (name) => expectSame(store, name, Buffer.from(name)))).flat();
  for (const limit of [3, 500]) {
    const found = await listAll(store, limit);
    const listed = found.map(({ name }) => name);
    const expected = names.toSorted();
    if (limit === 500 && JSON.stringify(listed) !== JSON.stringify(expected))
      wrong.push(`a listing by ${limit} has ${listed.length} of ${many}, or another order`);
    if (limit === 3 && JSON.stringify(listed.slice(0, 30)) !== JSON.stringify(expected.slice(0, 30)))
      wrong.push('a listing by 3 begins otherwise');
    // The clock of the service may be a little off.
    if (found.some(({ storedAt }) => Math.abs(storedAt.getTime() - before) > 600_000))
      wrong.push('a listing gives times that are not those of the writes');
  }
  await severalAtOnce(names, atOnce, (name) => store.remove(name));
  for (const path of others) await askRaw(server, path, { method: 'DELETE' });
  const left = await listAll(store, 500);
  return left.length === 0 ? wrong : [...wrong, `${left.length} pictures are listed after their removal`];
}

/** As the worker reads it; by few, only the beginning. */
async function listAll(store: ObjectStore, limit: number) {
  const found: Awaited<ReturnType<ObjectStore['list']>>[number][] = [];
  for (;;) {
    const page = await store.list({ after: found.at(-1)?.name, limit });
    if (page.length === 0) return found;
    found.push(...page);
    if (limit === 3 && found.length >= 30) return found;
  }
}

/** In the order of `items`; `atOnce` of them are under way at a time. */
export async function severalAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as Item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
