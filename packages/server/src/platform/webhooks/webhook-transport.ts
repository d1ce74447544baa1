import { postOutside } from '../post-outside.ts';
import { readTarget } from './judge-target.ts';

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts a body and returns the status that was answered. Throws where nothing was answered. */
export type WebhookTransport = (post: WebhookPost) => Promise<number>;

/** Posts under the origins of `hosts` (the setting WEBHOOK_HOSTS) alone. */
export function webhookTransport({ hosts }: { readonly hosts: readonly string[] }): WebhookTransport {
  return async ({ url, ...post }) => {
    const read = readTarget(url, hosts);
    // The list has changed since the webhook was opened.
    if ('fault' in read) throw new Error(read.fault);
    return await postOutside(read.url, post);
  };
}
