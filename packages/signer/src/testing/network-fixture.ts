import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { pinOf, type Identity } from '@tern/base/pinned-certificate';
import { units } from '@tern/money/units';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { signerCommands } from '@tern/tron/signer-protocol';
import { makeAuthenticate } from '../authenticate.ts';
import { makeCommands } from '../commands.ts';
import type { NetworkPlace } from '../link/listen-on-network.ts';
import { makeCertificate } from '../link/make-certificate.ts';
import { serveSigner } from '../serve.ts';
import { named, openFixture, policy, startMs, storePolicy, type SignerFixture } from './signer-fixture.ts';

const year = 365 * 24 * 60 * 60 * 1_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A key with a certificate that is valid from a year before the fixture's time to a year after, or for another term. */
export function newIdentity(name: string, fromMs = startMs - year, toMs = startMs + year): Identity {
  return makeCertificate(name, { from: new Date(fromMs), to: new Date(toMs) });
}

export function pinOfIdentity({ certificatePem }: Identity): string {
  return pinOf(new X509Certificate(certificatePem));
}

export type NetworkFixture = AsyncDisposable & {
  readonly fixture: SignerFixture;
  readonly port: number;
  readonly secret: Uint8Array;
  readonly identities: Readonly<
    Record<'signer' | 'worker' | 'operator' | 'other' | 'expired' | 'early' | 'stranger', Identity>
  >;
  readonly signerPin: string;
  /** A client with this certificate; it trusts the signer's. `port` leads elsewhere, such as to a proxy. */
  readonly client: (
    identity: Identity,
    options?: { readonly port?: number; readonly pins?: readonly string[] },
  ) => Signer;
  /** Paths of all requests that reached the commands. */
  readonly asked: string[];
  /** What the log says, one reason each. */
  readonly refused: string[];
};

/** A signer that serves pinned certificates on a port of this machine. */
export async function openNetworkFixture(patience?: NetworkPlace['patience']): Promise<NetworkFixture> {
  const fixture = openFixture();
  const { clock, signer } = fixture;
  // Room for what many orders may burn.
  const trx = { perOrder: units(1_000n), perDay: units(1_000_000_000n) };
  storePolicy(fixture, { limits: { ...policy.limits, trx } });
  const secret = randomBytes(32);
  const identities = {
    signer: newIdentity('signer'),
    worker: newIdentity('worker'),
    operator: newIdentity('operator'),
    other: newIdentity('signer'),
    expired: newIdentity('worker', startMs - year, startMs),
    early: newIdentity('worker', startMs + 1_000, startMs + year),
    stranger: newIdentity('worker'),
  };
  const { worker, operator, expired, early } = identities;
  const asked: string[] = [];
  const refused: string[] = [];
  // Those of a pair are there too, so that roles are what refuses them.
  const pair = Object.fromEntries(
    [signerCommands.replicate, signerCommands.takeOver].map((path) => [path, () => ({})]),
  );
  const all = { ...makeCommands({ clock, signer, tokens: policy.tokens, named }), ...pair };
  const commands = Object.entries(all).map(
    ([path, command]) => [path, (body: unknown) => (asked.push(path), command(body))] as const,
  );
  const server = await serveSigner({
    socketPath: join(fixture.place.directory, 's.sock'),
    network: {
      host: '127.0.0.1',
      port: 0,
      identity: identities.signer,
      clients: [
        ...[worker, expired, early].map((each) => ({ role: 'worker' as const, pin: pinOfIdentity(each) })),
        { role: 'operator', pin: pinOfIdentity(operator) },
        { role: 'signer', pin: pinOfIdentity(identities.other) },
      ],
      ...(patience === undefined ? {} : { patience }),
    },
    commands: Object.fromEntries(commands),
    authenticate: makeAuthenticate({ secret, clock }),
    clock,
    log: { ...quiet, warn: ({ reason }: { reason?: string }) => reason !== undefined && refused.push(reason) },
  });
  const port = server.port ?? 0;
  const signerPin = pinOfIdentity(identities.signer);
  return {
    fixture,
    port,
    secret,
    identities,
    signerPin,
    client: (identity, options = {}) => {
      const tls = { host: '127.0.0.1', port: options.port ?? port, identity, pins: options.pins ?? [signerPin] };
      return openSigner({ tls, secret, clock, timeoutMs: 5_000 });
    },
    asked,
    refused,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      fixture[Symbol.dispose]();
    },
  };
}

/** A connection of an attacker's own, with whatever options; resolves after the handshake as the client sees it. */
export async function connectAs(
  port: number,
  identity: Identity | undefined,
  options: ConnectionOptions & { readonly localAddress?: string } = {},
): Promise<TLSSocket> {
  const own = identity === undefined ? {} : { key: identity.keyPem, cert: identity.certificatePem };
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...own, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

/** Resolves when the other side has ended the connection, however. */
export function ended(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  return new Promise((done) => (socket.closed ? done() : socket.once('close', () => done())));
}

/** A machine in the middle: it passes on what `pass` makes of each piece; undefined cuts the connection. */
export async function openProxy(
  to: number,
  pass: (piece: Buffer, from: 'client' | 'server', connection: number) => Buffer | undefined,
  at = 0,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const connection = (connections += 1);
    const target = createConnection(to, '127.0.0.1');
    const pipe = (source: Socket, sink: Socket, from: 'client' | 'server'): void => {
      open.add(source);
      source.on('error', () => undefined);
      source.on('close', () => sink.destroy());
      source.on('data', (piece: Buffer) => {
        const passed = pass(piece, from, connection);
        if (passed === undefined) source.destroy();
        else if (!sink.destroyed) sink.write(passed);
      });
    };
    pipe(client, target, 'client');
    pipe(target, client, 'server');
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
