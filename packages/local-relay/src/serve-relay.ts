import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '@tern/base/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import { Mailboxes, type Letter } from './mailboxes.ts';
import { readMessage, type RelayCall } from './read-message.ts';
import { readToken } from './read-token.ts';

export type LocalRelay = {
  /** For example `ws://127.0.0.1:41234`. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

type Client = {
  readonly name: string;
  readonly socket: WebSocket;
  readonly topics: Set<string>;
  readonly sent: Set<string>;
};

type Hall = { readonly clients: Set<Client>; readonly mailboxes: Mailboxes };

/**
 * Serves a relay of WalletConnect on the loopback address, for development and tests: enough for the ecosystem's
 * clients and for ours. It has no limits and no memory, so nobody but this machine may reach it.
 *
 * @param options Port 0 takes any free port.
 * @example
 * const relay = await serveRelay({ port: 0, clock: systemClock });
 */
export async function serveRelay({
  port,
  clock,
}: {
  readonly port: number;
  readonly clock: Clock;
}): Promise<LocalRelay> {
  const http = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_048_576 });
  const hall: Hall = { clients: new Set(), mailboxes: new Mailboxes(clock) };
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const name = readToken(tokenOf(request), url, Math.floor(clock.nowMs() / 1_000));
    if (name === undefined) {
      stream.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      welcome(hall, { name, socket, topics: new Set(), sent: new Set() }),
    );
  });
  return {
    url,
    close: async () => {
      for (const { socket } of hall.clients) socket.terminate();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/** From the header, or from the address, which is all that a browser can set. */
function tokenOf({ headers, url = '' }: IncomingMessage): string {
  const header = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return header ?? new URL(url, 'ws://127.0.0.1').searchParams.get('auth') ?? '';
}

function welcome(hall: Hall, client: Client): void {
  hall.clients.add(client);
  client.socket.on('close', () => hall.clients.delete(client));
  client.socket.on('error', () => client.socket.terminate());
  client.socket.on('message', (data) => {
    const read = readMessage(String(data));
    if (read === undefined) return;
    if ('acknowledged' in read) hall.mailboxes.acknowledge(read.acknowledged);
    else {
      const result = serve(hall, client, read);
      client.socket.send(JSON.stringify({ id: read.id, jsonrpc: '2.0', ...result }));
      deliverAll(hall);
    }
  });
}

function serve(hall: Hall, client: Client, call: RelayCall): object {
  switch (call.method) {
    case 'irn_publish':
      hall.mailboxes.add({ ...call.params, sender: client.name });
      return { result: true };
    case 'wc_proposeSession': {
      const { pairingTopic, sessionProposal } = call.params;
      client.topics.add(pairingTopic);
      hall.mailboxes.add({ topic: pairingTopic, message: sessionProposal, ttl: 300, tag: 1100, sender: client.name });
      return { result: true };
    }
    case 'irn_subscribe':
      return { result: subscribe(client, call.params.topic) };
    case 'irn_batchSubscribe':
      return { result: call.params.topics.map((topic) => subscribe(client, topic)) };
    case 'irn_unsubscribe':
      return { result: client.topics.delete(call.params.topic) };
    case 'irn_batchFetchMessages': {
      const messages = hall.mailboxes.waitingFor(client.name, new Set(call.params.topics)).map(dataOf);
      return { result: { messages, hasMore: false } };
    }
    default:
      return call satisfies never;
  }
}

function subscribe(client: Client, topic: string): string {
  client.topics.add(topic);
  return randomBytes(32).toString('hex');
}

/** Everything that waits goes once to everybody who may have it; who connects again gets what was not acknowledged. */
function deliverAll({ clients, mailboxes }: Hall): void {
  for (const { name, topics, socket, sent } of clients) {
    for (const letter of mailboxes.waitingFor(name, topics)) {
      if (sent.has(letter.id)) continue;
      sent.add(letter.id);
      const params = { id: letter.topic, data: dataOf(letter) };
      socket.send(JSON.stringify({ id: letter.id, jsonrpc: '2.0', method: 'irn_subscription', params }));
    }
  }
}

function dataOf({ topic, message, publishedAtMs, tag }: Letter): object {
  return { topic, message, publishedAt: publishedAtMs, tag };
}
