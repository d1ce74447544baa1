import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestTicker = {
  readonly url: string;
  /** What it answers from now on: a price made now or so many milliseconds ago, an error, invalid data, or nothing. */
  readonly says: (answer: TickerAnswer) => void;
  readonly close: () => void;
};

type TickerAnswer =
  | { readonly price: string; readonly ageMs?: number }
  | { readonly status: number }
  | { readonly body: string }
  | 'nothing';

/** A public ticker of somebody else's, as a test wants it to be. */
export async function openTicker(first: TickerAnswer): Promise<TestTicker> {
  let answer = first;
  const server = createServer((_, response) => reply(response, answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ticker`,
    says: (next) => {
      answer = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function reply(response: ServerResponse, answer: TickerAnswer): void {
  if (answer === 'nothing') return;
  if ('status' in answer) response.writeHead(answer.status).end();
  else if ('body' in answer) response.end(answer.body);
  else response.end(JSON.stringify({ price: answer.price, time: Date.now() - (answer.ageMs ?? 0) }));
}
