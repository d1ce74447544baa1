import type { Clock } from '@tern/base/clock';
import { checkName, StoreFault, type ObjectStore, type Stored } from './object-store.ts';
import { signRequest, type S3Credentials, type S3Request } from './sign-request.ts';

export type S3StoreOptions = S3Credentials & {
  /** Address of the service, without the bucket, which goes into the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
};

/** Files in a bucket of an S3-compatible service. */
export function openS3Store(options: S3StoreOptions): ObjectStore {
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const ask = async (request: Omit<S3Request, 'at'>): Promise<Response> => {
    const { method, url, body } = request;
    const headers = signRequest(options, { ...request, at: options.clock.now() });
    try {
      return await fetch(url, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      });
    } catch (error) {
      throw new StoreFault(`${method} was not answered`, { cause: error });
    }
  };
  const urlOf = (name: string): URL => {
    checkName(name);
    return new URL(`${base}/${name}`);
  };
  return {
    put: async (name, body) => {
      const response = await ask({ method: 'PUT', url: urlOf(name), headers: { 'content-type': 'image/webp' }, body });
      await finish(response, [200, 201, 204]);
    },
    get: async (name) => {
      const response = await ask({ method: 'GET', url: urlOf(name) });
      if (response.status !== 200) {
        await finish(response, [404]);
        return undefined;
      }
      return Buffer.from(await response.arrayBuffer());
    },
    remove: async (name) => {
      await finish(await ask({ method: 'DELETE', url: urlOf(name) }), [200, 204, 404]);
    },
    list: async ({ after, limit }) => {
      const url = new URL(base);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('max-keys', String(Math.min(limit, 1000)));
      if (after !== undefined) url.searchParams.set('start-after', after);
      const response = await ask({ method: 'GET', url });
      if (response.status !== 200) await finish(response, []);
      return readListing(await response.text());
    },
    // What was not written to its end is nowhere.
    clearUnfinished: () => Promise.resolve(0),
  };
}

async function finish(response: Response, expected: readonly number[]): Promise<void> {
  await response.body?.cancel();
  if (!expected.includes(response.status)) throw new StoreFault(`the store answered ${response.status}`);
}

/** Our names need no escapes, so that what is between the tags is what was meant; anything else in the bucket is not ours. */
function readListing(xml: string): readonly Stored[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, contents = '']) => {
    const name = /<Key>([0-9a-f]{32}\.webp)<\/Key>/.exec(contents)?.[1];
    const storedAt = /<LastModified>([^<]+)<\/LastModified>/.exec(contents)?.[1];
    return name === undefined || storedAt === undefined ? [] : [{ name, storedAt: new Date(storedAt) }];
  });
}
