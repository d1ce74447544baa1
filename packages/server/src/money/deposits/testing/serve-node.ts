import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openNode, type TronNode } from '@tern/tron/open-node';

/** What a server does instead of an honest answer; false leaves the answer to the chain behind it. */
export type Misbehave = (path: string, response: ServerResponse) => boolean;

export type ServedNode = {
  /** The real client, over the network, with patience for a busy machine. */
  readonly node: TronNode;
  /** The same with little patience, for servers that never answer. */
  readonly hastyNode: TronNode;
  readonly misbehave: (how: Misbehave) => void;
  readonly close: () => Promise<void>;
};

/** A node behind a real HTTP server on loopback: for what happens on the way, and for servers that mean harm. */
export async function serveNode(behind: TronNode): Promise<ServedNode> {
  let misbehaves: Misbehave = () => false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (misbehaves(path, response)) return;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    response.end(JSON.stringify(await behind.ask(path, body)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    node: openNode({ url, timeoutMs: 30_000 }),
    hastyNode: openNode({ url, timeoutMs: 700 }),
    misbehave: (how) => {
      misbehaves = how;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
