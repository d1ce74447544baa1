import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TronNode } from '../open-node.ts';

/** A node that answers each path from a table: for shapes that an HTTP server would only carry. */
export function scriptedNode(answers: Readonly<Record<string, (body: Record<string, unknown>) => unknown>>): TronNode {
  return {
    name: 'scripted',
    ask: async (path, body) => {
      const answer = answers[path];
      if (answer === undefined) throw new Error(`the script has no ${path}`);
      return answer(body);
    },
  };
}

/** A real HTTP server on a free loopback port, for what happens on the way to a node. */
export async function serveOnce(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
