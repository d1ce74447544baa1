import type { Clock } from '@tern/base/clock';
import { checkName, StoreFault, type ObjectStore, type Stored } from './object-store.ts';
import { encode, signRequest, type S3Credentials, type S3Request } from './sign-request.ts';

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
      if (response.status === 200) return await readBody(response);
      await finishMissing(response);
      return undefined;
    },
    remove: async (name) => {
      const response = await ask({ method: 'DELETE', url: urlOf(name) });
      if (response.status === 404) await finishMissing(response);
      else await finish(response, [200, 204]);
    },
    list: async ({ after, limit }) => {
      // A page may have nothing of ours while there is more behind it.
      for (let token: string | undefined; ;) {
        const query = {
          'list-type': '2',
          'max-keys': String(Math.min(limit, 1000)),
          ...(after === undefined ? {} : { 'start-after': after }),
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        // As it is signed: `URLSearchParams` writes a space otherwise.
        const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
        const response = await ask({ method: 'GET', url: new URL(`${base}?${search.join('&')}`) });
        if (response.status !== 200) await finish(response, []);
        const listing = String(await readBody(response));
        // A service that does not know `start-after` begins anew: whoever asks for the rest would never come to its end.
        const found = readListing(listing).filter(({ name }) => after === undefined || name > after);
        const next = readNextToken(listing);
        if (found.length > 0 || next === undefined) return found;
        if (next === token) throw new StoreFault('the listing of the store goes on where it began');
        token = next;
      }
    },
    // What was not written to its end is nowhere.
    clearUnfinished: () => Promise.resolve(0),
  };
}

async function finish(response: Response, expected: readonly number[]): Promise<void> {
  await response.body?.cancel();
  if (!expected.includes(response.status)) throw new StoreFault(`the store answered ${response.status}`);
}

/** Accepts that there is no such object. That there is no such bucket, or something else at that address, is a fault. */
async function finishMissing(response: Response): Promise<void> {
  if (response.status !== 404) return await finish(response, []);
  const code = /<Code>(\w+)<\/Code>/.exec(String(await readBody(response)))?.[1];
  if (code !== 'NoSuchKey') throw new StoreFault(`the store answered 404 ${code ?? 'without a reason'}`);
}

/** An answer may break off after it has begun well. */
async function readBody(response: Response): Promise<Buffer> {
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new StoreFault('the answer of the store broke off', { cause: error });
  }
}

/** Our names need no escapes, so that what is between the tags is what was meant; anything else in the bucket is not ours. */
function readListing(xml: string): readonly Stored[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, contents = '']) => {
    const name = /<Key>([0-9a-f]{32}\.webp)<\/Key>/.exec(contents)?.[1];
    const storedAt = /<LastModified>([^<]+)<\/LastModified>/.exec(contents)?.[1];
    return name === undefined || storedAt === undefined ? [] : [{ name, storedAt: new Date(storedAt) }];
  });
}

/** Where the listing goes on; the service's own token, of which nothing is known but that it is handed back. */
function readNextToken(xml: string): string | undefined {
  if (!/<IsTruncated>true<\/IsTruncated>/.test(xml)) return undefined;
  const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
  return token?.replaceAll(/&(amp|lt|gt|quot|apos|#39|#34);/g, (escape) => escapes[escape] ?? escape);
}

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#34;': '"',
};
