import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type NodeProxy = {
  readonly url: string;
  /**
   * What happens to connections from now on. `pass`: nothing. `half-open`: they are taken and stay silent. `slow`: each
   * piece of an answer comes late. Those there are now are cut.
   */
  readonly treat: (how: 'pass' | 'half-open' | 'slow') => void;
  /** Questions asked so far, answered or not. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
};

/** Later than anybody waits who asks a node; the tests set a wait of three seconds. */
const slowMs = 7_000;

/** Stands between a process and a node, as the network does. */
export async function openNodeProxy(nodeUrl: string): Promise<NodeProxy> {
  const { hostname, port } = new URL(nodeUrl);
  const sockets = new Set<Socket>();
  let treatment: 'pass' | 'half-open' | 'slow' = 'pass';
  let asked = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    // One question at a time on a connection: each begins a piece with its method.
    from.on('data', (piece) => {
      if (/^(?:GET|POST) /.test(piece.toString('latin1', 0, 5))) asked += 1;
    });
    if (treatment === 'half-open') return;
    const to = connect(Number(port), hostname);
    keep(to);
    const delayMs = treatment === 'slow' ? slowMs : 0;
    from.pipe(to);
    to.on('data', (piece) => {
      if (delayMs === 0) from.write(piece);
      else setTimeout(() => from.write(piece), delayMs).unref();
    });
    to.on('close', () => from.destroy());
    from.on('close', () => to.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: (how) => {
      treatment = how;
      cut();
    },
    asked: () => asked,
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
