import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export type HostileServer = { readonly url: string; readonly close: () => Promise<void> };

/** For tests: a server that treats every connection as `serve` says. */
export async function openHostileServer(serve: (socket: Socket) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** What a node can do instead of answering. */
export const hostilities: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['takes the connection and says nothing', () => undefined],
  ['begins an answer and never ends it', (socket) => socket.write(`${head}content-length: 100\r\n\r\n{"block`)],
  ['sends a byte now and then', (socket) => void setInterval(() => socket.write(' '), 50).unref()],
  ['breaks the connection in the answer', (socket) => socket.end(`${head}content-length: 100\r\n\r\n{"block`)],
  ['breaks the connection at once', (socket) => socket.destroy()],
  ['answers with what is no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ['ends an answer in the middle of the JSON', (socket) => socket.end(`${head}content-length: 8\r\n\r\n{"block`)],
  ['sends a page instead', (socket) => socket.end(`${head}content-length: 13\r\n\r\n<html></html>`)],
];
