import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type NotificationProxy = {
  /** The database's address by way of it. */
  readonly url: string;
  /** Channels on which PostgreSQL has sent notifications so far. */
  readonly seen: () => ReadonlySet<string>;
  readonly close: () => Promise<void>;
};

/** Code of a notification in PostgreSQL's protocol: a letter, and the length of what follows with its own four bytes. */
const notification = 'A'.charCodeAt(0);
const headBytes = 5;
/** The channel's name follows the head and the four bytes of the sender's process id, and ends with a zero byte. */
const channelAt = headBytes + 4;
/** A message that waits for another one to change places with waits no longer. */
const heldMs = 100;

/**
 * Stands between a process and PostgreSQL. `lose`: no notification arrives, everything else does. `repeat`: each arrives twice,
 * and before the one that was sent before it where two come soon after each other.
 */
export async function openNotificationProxy(databaseUrl: string, how: 'lose' | 'repeat'): Promise<NotificationProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const seen = new Set<string>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const socket of [from, to]) keep(socket);
    let [rest, held]: [Buffer, Buffer[]] = [Buffer.alloc(0), []];
    const release = (): void => {
      const pieces = held.toReversed();
      held = [];
      if (from.writable) for (const piece of [...pieces, ...pieces]) from.write(piece);
    };
    const pass = (message: Buffer): void => {
      if (message[0] !== notification) return void from.write(message);
      seen.add(message.toString('utf8', channelAt, message.indexOf(0, channelAt)));
      if (how === 'lose') return;
      held.push(message);
      if (held.length > 1) release();
      else setTimeout(release, heldMs).unref();
    };
    to.on('data', (piece) => {
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= headBytes && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        // A copy: what is held outlives the buffer it came in.
        pass(Buffer.from(rest.subarray(0, end)));
        rest = rest.subarray(end);
      }
    });
    from.on('data', (piece) => to.write(piece));
    to.on('close', () => from.destroy());
    from.on('close', () => to.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    seen: () => seen,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
