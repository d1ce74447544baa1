import dgram from 'node:dgram';
import { Socket } from 'node:net';

/** A TCP port of a host. A host that begins with `*.` stands for every name below it. */
export type Destination = { readonly host: string; readonly port: number };

/** A connection to somewhere no setting names. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly destination: Destination;
  constructor(destination: Destination) {
    super(`no setting of this process names ${destination.host}:${destination.port}`);
    this.destination = destination;
  }
}

/**
 * From now on this process connects to these destinations and to sockets of its own machine's files alone, whichever of its
 * code asks: everything else fails with `EgressRefused`, and `onRefused` is told. Datagrams are refused altogether. Call
 * once, before anything connects. It binds what goes through Node: native code and other processes are the network's to
 * limit.
 */
export function limitEgress(
  allowed: readonly Destination[],
  onRefused: (destination: Destination) => void = () => undefined,
): void {
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    const destination = destinationOf(args);
    if (destination === undefined || isAllowed(allowed, destination)) return connect.apply(this, args);
    onRefused(destination);
    // As a connection fails: later, by an event.
    process.nextTick(() => this.destroy(new EgressRefused(destination)));
    return this;
  };
  Socket.prototype.connect = guarded;
  const refuseDatagram = (): never => {
    throw new EgressRefused({ host: 'a datagram', port: 0 });
  };
  dgram.Socket.prototype.send = refuseDatagram;
  dgram.Socket.prototype.connect = refuseDatagram;
}

/** Where a call of `connect` leads; undefined for a socket in the file system. */
function destinationOf(args: readonly unknown[]): Destination | undefined {
  // Node's own callers hand over what they have read of the arguments, as an array.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: unknown; host?: unknown; port?: unknown };
    return path === undefined || path === null ? { host: nameOf(host), port: Number(port) } : undefined;
  }
  const isPort = typeof first === 'number' || /^\d+$/.test(String(first));
  return isPort ? { host: nameOf(second), port: Number(first) } : undefined;
}

function nameOf(host: unknown): string {
  return typeof host === 'string' && host !== '' ? plainHost(host) : 'localhost';
}

function isAllowed(allowed: readonly Destination[], { host, port }: Destination): boolean {
  return allowed.some((each) => {
    if (each.port !== port) return false;
    const name = plainHost(each.host);
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

/** As it is compared: lower case, without brackets and without the root's dot. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
