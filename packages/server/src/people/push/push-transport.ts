import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { lookupPublic } from '@tern/base/lookup-public';
import { readListedUrl } from '../../platform/read-listed-url.ts';

/** The push service says that this browser is not reachable any more, ever. */
export class SubscriptionGone extends Error {
  override name = 'SubscriptionGone';
}

export type PushPost = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Hands one encrypted push over. Throws `SubscriptionGone`, or anything else where trying again may help. */
export type PushTransport = (post: PushPost) => Promise<void>;

const timeoutMs = 15_000;
const answerMaxBytes = 4096;

/** Posts to the push services of `services` alone, never to an address inside of any network, and follows nowhere. */
export function pushTransport({ services }: { readonly services: readonly string[] }): PushTransport {
  return (post) => {
    const url = readListedUrl(post.endpoint, services);
    // The list has changed since the browser subscribed.
    if (url === undefined) return Promise.reject(new SubscriptionGone('not one of the push services'));
    // Whoever lists one address by its full origin means that address: a push service of one's own.
    const isListed = services.some((service) => !service.includes('*') && new URL(service).origin === url.origin);
    return send(url, post, isListed && url.protocol === 'http:' ? undefined : lookupPublic);
  };
}

function send(url: URL, post: PushPost, lookupWith: LookupFunction | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const asked = request(url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': String(post.body.length) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(lookupWith === undefined ? {} : { lookup: lookupWith }),
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > answerMaxBytes) answer.destroy(new Error('the push service does not stop talking'));
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve();
        else if (status === 404 || status === 410) reject(new SubscriptionGone(`the push service answered ${status}`));
        else reject(new Error(`the push service answered ${status}`));
      });
    });
    asked.end(post.body);
  });
}
