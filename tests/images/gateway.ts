import { once } from 'node:events';
import { createServer as createHttpServer, request as ask, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer, request as askSecurely, type Server as HttpsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export type Closable = { readonly port: number; readonly close: () => Promise<void> };

/** What runs on this machine's loopback, for containers: TLS in front of it, as production asks of whatever is elsewhere. */
export async function openGateway(
  to: number,
  identity: { readonly key: string; readonly cert: string },
): Promise<Closable> {
  const server = createTlsServer(identity, (socket) => {
    const upstream = connect(to, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The same for a server that answers only to the name of its own machine, as the local chain does. */
export async function openNamedGateway(
  to: number,
  identity: { readonly key: string; readonly cert: string },
): Promise<Closable> {
  // A connection that waits is closed by who opened it, and not under its next request.
  const server = createHttpsServer({ ...identity, keepAliveTimeout: 300_000 }, (request, response) => {
    const { method, url: path } = request;
    const headers = { ...request.headers, host: `127.0.0.1:${to}` };
    const passed = ask({ host: '127.0.0.1', port: to, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0);
  return await closable(server);
}

export type Site = { readonly host: string; readonly port: number; readonly ca: string };

/** The wallet as a browser would reach it, for clients that know neither its name nor who vouches for it. */
export async function openSite({ host, port, ca }: Site): Promise<Closable> {
  const server = createHttpServer({ keepAliveTimeout: 300_000 }, (request, response) => {
    const { method, url: path } = request;
    const headers = { ...request.headers, host };
    const passed = askSecurely({ host: '127.0.0.1', port, servername: host, ca, method, path, headers }, (answer) => {
      const { connection: _closes, 'keep-alive': _kept, 'transfer-encoding': _form, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.pipe(response);
    });
    passed.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
    });
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  return await closable(server);
}

/** Once it listens. */
async function closable(server: HttpServer | HttpsServer): Promise<Closable> {
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
