/** A process for tests of `limitEgress`: limits itself, then tries every way out to each address, and says what came of it. */
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Destination } from '../guard-sockets.ts';
import { limitEgress } from '../limit-egress.ts';
import { startClosedThread } from '../start-closed-thread.ts';

export type Order = { readonly allowed: readonly Destination[]; readonly ask: readonly (Destination | string)[] };
export type Report = Readonly<Record<string, string>>;

const nameOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.name : String(cause);
};
const socketEnd = (socket: net.Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', (error) => resolve(nameOf(error)));
  });
const requestEnd = (request: http.ClientRequest): Promise<string> =>
  new Promise((resolve) => {
    request.once('response', () => resolve('connected'));
    request.once('error', (error) => resolve(nameOf(error)));
    request.end();
  });

/** What a module may have kept before anything was limited. */
const connectKept = net.Socket.prototype.connect;
const setServersKept = dns.Resolver.prototype.setServers;

/** An object that tells another host each time it is asked. */
const twoFaced = ({ host, port }: Destination): net.TcpSocketConnectOpts => {
  let asked = 0;
  return {
    port,
    get host() {
      return asked++ === 0 ? '127.0.0.1' : host;
    },
  };
};
const alwaysTo =
  ({ host }: Destination): net.LookupFunction =>
  (_name, { all }, done) =>
    all === true ? done(null, [{ address: host, family: 4 }]) : done(null, host, 4);

const ways: Readonly<Record<string, (to: Destination) => Promise<string>>> = {
  net: (to) => socketEnd(net.connect(to)),
  'net by port and host': ({ host, port }) => socketEnd(net.connect(port, host)),
  'a socket of its own': ({ host, port }) => socketEnd(new net.Socket().connect(port, host)),
  tls: (to) => socketEnd(tls.connect({ ...to, rejectUnauthorized: false })),
  http: ({ host, port }) => requestEnd(http.request({ host, port })),
  https: ({ host, port }) => requestEnd(https.request({ host, port, rejectUnauthorized: false })),
  fetch: ({ host, port }) =>
    fetch(`http://${host}:${port}/`).then(
      () => 'connected',
      (error: unknown) => nameOf(error),
    ),
  'an empty path': (to) => socketEnd(net.connect({ ...to, path: '' } as net.NetConnectOpts)),
  'tls with an empty path': (to) => socketEnd(tls.connect({ ...to, path: '', rejectUnauthorized: false })),
  'a port in other digits': ({ host, port }) =>
    socketEnd(new net.Socket().connect(`0x${port.toString(16)}` as unknown as number, host)),
  'a port with a space': ({ host, port }) => socketEnd(new net.Socket().connect(` ${port}` as unknown as number, host)),
  'two faces': (to) => socketEnd(new net.Socket().connect(twoFaced(to))),
  'a kept connect': (to) => socketEnd(Reflect.apply(connectKept, new net.Socket(), [to]) as net.Socket),
  'own lookup': (to) => socketEnd(net.connect({ host: 'named.invalid', port: to.port, lookup: alwaysTo(to) })),
  'own lookup by http': (to) =>
    requestEnd(http.request({ host: 'named.invalid', port: to.port, lookup: alwaysTo(to) })),
  thread: async ({ host, port }) => {
    try {
      new Worker(`require('node:net').connect(${port}, '${host}')`, { eval: true });
      return 'started';
    } catch (error) {
      return nameOf(error);
    }
  },
  'closed thread': async (to) => {
    const thread = startClosedThread(new URL('./ask-from-thread.ts', import.meta.url));
    const answer = once(thread, 'message');
    thread.postMessage(to);
    const [how] = (await answer) as [string];
    await thread.terminate();
    return how;
  },
  'own name server': async ({ host, port }) => {
    try {
      setServersKept.call(new dns.Resolver(), [`${host}:${port}`]);
      return 'set';
    } catch (error) {
      return nameOf(error);
    }
  },
  datagram: async ({ host, port }) => {
    const socket = dgram.createSocket('udp4');
    try {
      socket.send('secrets', port, host);
      return 'sent';
    } catch (error) {
      return nameOf(error);
    } finally {
      socket.close();
    }
  },
};

process.once('message', ({ allowed, ask }: Order) => {
  void (async () => {
    const refused: string[] = [];
    limitEgress(allowed, ({ host, port }) => refused.push(`${host}:${port}`));
    const report: Record<string, string> = {};
    for (const to of ask) {
      if (typeof to === 'string') report[to] = await socketEnd(net.connect(to));
      else for (const [way, go] of Object.entries(ways)) report[`${way} ${to.host}`] = await go(to);
    }
    process.send?.({ ...report, refused: refused.join() } satisfies Report);
  })();
});
