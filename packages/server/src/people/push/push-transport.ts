import { postOutside } from '../../platform/post-outside.ts';
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

/** Posts to the push services of `services` alone. */
export function pushTransport({ services }: { readonly services: readonly string[] }): PushTransport {
  return async ({ endpoint, ...post }) => {
    const url = readListedUrl(endpoint, services);
    // The list has changed since the browser subscribed.
    if (url === undefined) throw new SubscriptionGone('not one of the push services');
    const status = await postOutside(url, post);
    if (status === 404 || status === 410) throw new SubscriptionGone(`the push service answered ${status}`);
    if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
  };
}
