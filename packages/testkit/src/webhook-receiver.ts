import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly sequence: number;
  readonly subject: string;
  readonly replay: boolean;
  readonly data: Readonly<Record<string, unknown>>;
};

export type WebhookReceiver = {
  readonly url: string;
  readonly origin: string;
  /** What was received with a right signature, in the order of arrival. */
  readonly events: ReceivedEvent[];
  /** Why requests were refused. */
  readonly refused: string[];
  /** The secrets it checks with. */
  secrets: string[];
  /** Answers a right request; 204 where it is not set. */
  answer: ((event: ReceivedEvent, response: ServerResponse) => void) | undefined;
  readonly close: () => Promise<void>;
};

const toleratedSeconds = 300;

/**
 * A receiver as a stranger writes it from docs/webhooks.md: real HTTP, and a check of the signature by code of its own. `now` in
 * milliseconds; any free port unless one is named. `tell` gets one line for each request.
 */
export async function openWebhookReceiver({
  now = Date.now,
  port = 0,
  tell = () => undefined,
}: {
  readonly now?: () => number;
  readonly port?: number;
  readonly tell?: (line: string) => void;
} = {}): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const judged = whyRefused(request.headers, { body, secrets: receiver.secrets, now: now() });
      void judged.catch(String).then((why) => {
        if (why !== undefined) {
          refused.push(why);
          tell(`refused an event: ${why}`);
          response.writeHead(400).end();
          return;
        }
        const event = JSON.parse(body) as ReceivedEvent;
        events.push(event);
        tell(`${event.type} of ${event.subject}, number ${event.sequence}: ${JSON.stringify(event.data)}`);
        if (receiver.answer === undefined) response.writeHead(204).end();
        else receiver.answer(event, response);
      });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: WebhookReceiver = {
    url: `${origin}/hooks`,
    origin,
    events,
    refused,
    secrets: [],
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is wrong with a signed request, as a stranger checks it from docs/webhooks.md; undefined where nothing is. */
export async function whyRefused(
  headers: Headers,
  { body, secrets, now }: { readonly body: string; readonly secrets: readonly string[]; readonly now: number },
): Promise<string | undefined> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    return 'header-missing';
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleratedSeconds) return 'too-old';
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of secrets) {
    const raw = Uint8Array.from(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
    const key = await webcrypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const each of signatures.split(' ')) {
      const [version, value = ''] = each.split(',');
      const bytes = Uint8Array.from(Buffer.from(value, 'base64'));
      if (version === 'v1' && (await webcrypto.subtle.verify('HMAC', key, bytes, signed))) {
        return (JSON.parse(body) as ReceivedEvent).id === id ? undefined : 'other-id';
      }
    }
  }
  return 'signature-wrong';
}
