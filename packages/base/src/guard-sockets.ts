import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';
import workerThreads from 'node:worker_threads';
import { lookupPublic } from './lookup-public.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * A TCP port of a host. A host that begins with `*.` stands for every name below it. `publicOnly`: what the name points to has
 * to lie outside of every private network when the connection is made.
 */
export type Destination = { readonly host: string; readonly port: number; readonly publicOnly?: true };

/** A connection to somewhere no setting names. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly destination: Destination;
  constructor(destination: Destination) {
    super(`no setting of this process names ${destination.host}:${destination.port}`);
    this.destination = destination;
  }
}

/** Whether a connection may be made; `public`: only to an address outside of every private network. */
type Judge = (destination: Destination) => boolean | 'public';

let judge: Judge | undefined;

/** Until now everything may connect; from now on what `judgeNow` allows. Only `limitEgress` calls it, once. */
export function guardSockets(judgeNow: Judge): void {
  if (judge !== undefined) throw new Error('the connections of this process are limited already');
  judge = judgeNow;
}

// First of all that a process loads (`import '@tern/base/guard-sockets'`): whoever keeps one of these functions for later
// keeps the guarded one.
const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
const lookup = dns.lookup;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
  if (judge === undefined) return connect.apply(this, given);
  const { options, onConnect } = readArguments(given);
  if (typeof options.path === 'string' && options.path !== '') return connect.call(this, options, onConnect);
  const destination = { host: plainHost(options.host), port: Number(options.port) };
  const judged = judge(destination);
  const isAllowed = judged === 'public' ? isIP(destination.host) === 0 || isPublicAddress(destination.host) : judged;
  // A name is looked up as the system does: an answer of the caller's own could lead anywhere.
  const lookupWith = judged === 'public' ? lookupPublic : lookup;
  if (isAllowed) return connect.call(this, { ...options, path: undefined, lookup: lookupWith }, onConnect);
  // As a connection fails: later, by an event.
  process.nextTick(() => this.destroy(new EgressRefused(destination)));
  return this;
};
guard(dgram.Socket.prototype, ['send', 'connect'], 'a datagram');
guard(dns, ['setServers'], 'a name server');
guard(dns.promises, ['setServers'], 'a name server');
guard(dns.Resolver.prototype, ['setServers'], 'a name server');
guard(dns.promises.Resolver.prototype, ['setServers'], 'a name server');
const { Worker } = workerThreads;
// A thread has sockets of its own that nothing here guards.
workerThreads.Worker = class extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    if (judge !== undefined) throw new EgressRefused({ host: 'a thread', port: 0 });
    super(...args);
  }
};
syncBuiltinESMExports();

/** Starts a thread however limited this process is. Only `startClosedThread` calls it. */
export function startAnyThread(
  file: URL,
  options: ConstructorParameters<typeof Worker>[1],
): InstanceType<typeof Worker> {
  return new Worker(file, options);
}

function guard<Key extends string>(of: Record<Key, unknown>, names: readonly Key[], host: string): void {
  for (const name of names) {
    const original = of[name] as (...args: unknown[]) => unknown;
    of[name] = function (this: unknown, ...args: unknown[]): unknown {
      if (judge !== undefined) throw new EgressRefused({ host, port: 0 });
      return original.apply(this, args);
    };
  }
}

type ConnectOptions = { readonly path?: unknown; readonly host?: unknown; readonly port?: unknown };

/** The arguments of `connect`, each read once, in a copy of our own: what is judged is what is done. */
function readArguments(given: readonly unknown[]): { options: ConnectOptions; onConnect: unknown } {
  // Node's own callers hand over what they have read of the arguments, as an array.
  const args = Array.isArray(given[0]) ? (given[0] as readonly unknown[]) : given;
  const [first, second] = args;
  const onConnect = args.findLast((each) => typeof each === 'function');
  if (typeof first === 'object' && first !== null) return { options: { ...first }, onConnect };
  // As Node tells a port from a path.
  if (Number(first) >= 0) return { options: { port: Number(first), host: second }, onConnect };
  return { options: { path: String(first) }, onConnect };
}

/** As it is compared: lower case, without brackets and without the root's dot. */
export function plainHost(host: unknown): string {
  if (typeof host !== 'string' || host === '') return 'localhost';
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
