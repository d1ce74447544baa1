import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookupPublic } from '@tern/base/lookup-public';
import { readTarget } from './judge-target.ts';

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts a body and returns the status that was answered. Throws where nothing was answered. */
export type WebhookTransport = (post: WebhookPost) => Promise<number>;

const timeoutMs = 15_000;
const answerMaxBytes = 4_096;

/**
 * Posts under the origins of `hosts` alone, to public addresses, on a connection of its own for each: the address that is judged
 * is the one that is connected to. A redirect is an answer like any other. Of an answer's body 4 KiB are read and thrown away,
 * for 15 seconds at most from the beginning.
 */
export function webhookTransport({ hosts }: { readonly hosts: readonly string[] }): WebhookTransport {
  return ({ url: text, headers, body }) => {
    const read = readTarget(text, hosts);
    // The list has changed since the webhook was opened.
    if ('fault' in read) return Promise.reject(new Error(read.fault));
    const { url } = read;
    const isPlain = url.protocol === 'http:';
    return new Promise((resolve, reject) => {
      const asked = (isPlain ? httpRequest : httpsRequest)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isPlain ? {} : { lookup: lookupPublic }),
      });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > answerMaxBytes) answer.destroy();
        });
        // How the body ends says nothing: the status was there before it.
        answer.on('error', () => undefined);
        answer.on('close', () => resolve(answer.statusCode ?? 0));
      });
      asked.end(body);
    });
  };
}
