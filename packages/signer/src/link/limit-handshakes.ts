import type { Socket } from 'node:net';

/** Connections that have not shown a certificate yet: so many at once from one address, and from all together. */
const perAddress = 16;
const together = 128;

export type HandshakeLimit = {
  /** Counts a new connection, and drops the oldest of whoever has too many. */
  readonly begin: (socket: Socket) => void;
  /** The handshake of a connection has ended well. */
  readonly end: (socket: Socket) => void;
};

/**
 * Bounds what strangers can hold open. Each address competes with itself first: a flood from one machine drops its own oldest
 * connections, and leaves those of the worker's machine alone.
 */
export function limitHandshakes(): HandshakeLimit {
  const pending = new Map<string, Map<string, Socket>>();
  const keyOf = ({ remotePort, localPort }: Socket): string => `${remotePort} ${localPort}`;
  const forget = (address: string, key: string): void => {
    const own = pending.get(address);
    own?.delete(key);
    if (own?.size === 0) pending.delete(address);
  };
  const dropOldest = (address: string): void => {
    const [oldest] = pending.get(address) ?? [];
    if (oldest === undefined) return;
    forget(address, oldest[0]);
    oldest[1].destroy();
  };
  const count = (): number => [...pending.values()].reduce((sum, own) => sum + own.size, 0);
  const busiest = (): string => [...pending].reduce((most, each) => (each[1].size > most[1].size ? each : most))[0];
  return {
    begin: (socket) => {
      const [address, key] = [String(socket.remoteAddress), keyOf(socket)];
      const own = pending.get(address) ?? new Map<string, Socket>();
      pending.set(address, own.set(key, socket));
      socket.once('close', () => {
        if (own.get(key) === socket) forget(address, key);
      });
      if (own.size > perAddress) dropOldest(address);
      else if (count() > together) dropOldest(busiest());
    },
    end: (socket) => forget(String(socket.remoteAddress), keyOf(socket)),
  };
}
