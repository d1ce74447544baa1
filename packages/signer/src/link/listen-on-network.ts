import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@tern/base/clock';
import { findCertificateFault, pinOf, type Identity } from '@tern/base/pinned-certificate';
import type { SignerClient, SignerRole } from '@tern/config/signer-roles';
import type { Logger } from 'pino';
import { limitHandshakes } from './limit-handshakes.ts';
import { openQuietLog } from './quiet-log.ts';

export type NetworkPlace = {
  readonly host: string;
  readonly port: number;
  readonly identity: Identity;
  /** Every certificate that is let in, and as what. */
  readonly clients: readonly SignerClient[];
  /** Most time for a handshake, and for a request to arrive; tests are less patient. */
  readonly patience?: { readonly handshakeMs: number; readonly requestMs: number };
};

/** Connections of one role that are open at once; one command takes one for some milliseconds. */
const perRole = 64;

/** What bounds every server of the signer: a request that comes slower is cut off. */
export const serverLimits = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
} as const;

/**
 * Serves requests over TLS 1.3 to who shows one of the certificates of `clients`; everybody else is cut off before a byte of a
 * request is read. `handle` is told the role of the certificate.
 * @throws Error where the certificate is not valid now, or the address cannot be listened on
 */
export async function listenOnNetwork(
  { host, port, identity, clients, patience }: NetworkPlace,
  {
    clock,
    log,
    handle,
  }: {
    readonly clock: Clock;
    readonly log: Pick<Logger, 'warn'>;
    readonly handle: (role: SignerRole) => RequestListener;
  },
): Promise<Server> {
  requireValid(identity, clock);
  const roles = new WeakMap<Socket, SignerRole>();
  const server = createServer(
    {
      ...serverLimits,
      key: identity.keyPem,
      cert: identity.certificatePem,
      minVersion: 'TLSv1.3',
      maxVersion: 'TLSv1.3',
      requestCert: true,
      // No authority vouches for a certificate here; its pin does, below.
      rejectUnauthorized: false,
      ...(patience === undefined
        ? { handshakeTimeout: 5_000 }
        : {
            handshakeTimeout: patience.handshakeMs,
            headersTimeout: patience.requestMs,
            requestTimeout: patience.requestMs,
            connectionsCheckingInterval: patience.requestMs,
          }),
    },
    (request: IncomingMessage, response) => {
      const role = roles.get(request.socket);
      if (role === undefined) request.socket.destroy();
      else handle(role)(request, response);
    },
  );
  server.maxRequestsPerSocket = 1; // A certificate is judged when its connection begins.
  const refusals = openQuietLog(log, clock);
  const handshakes = limitHandshakes();
  const open = new Map<SignerRole, number>();
  standBefore(server, 'connection', (socket) => {
    handshakes.begin(socket);
    return true;
  });
  standBefore(server, 'secureConnection', (socket) => {
    handshakes.end(socket);
    const role = judge(socket as TLSSocket, clients, clock);
    const count = 'role' in role ? (open.get(role.role) ?? 0) : 0;
    const fault = 'fault' in role ? role.fault : count >= perRole ? `${role.role} has ${count} connections open` : '';
    if ('role' in role && fault === '') {
      roles.set(socket, role.role);
      open.set(role.role, count + 1);
      socket.once('close', () => open.set(role.role, (open.get(role.role) ?? 1) - 1));
      return true;
    }
    refusals(fault, socket.remoteAddress);
    socket.destroy();
    return false;
  });
  server.on('tlsClientError', (error, socket) => {
    refusals(error.message.replaceAll(/[^\w :.-]/g, ' ').slice(0, 120), socket.remoteAddress);
    socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Lets a connection on to what the server does with it where `admit` says so, which is asked first. */
function standBefore(
  server: Server,
  event: 'connection' | 'secureConnection',
  admit: (socket: Socket) => boolean,
): void {
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) => {
    // A connection that breaks while nobody reads it must not end the process.
    socket.on('error', () => undefined);
    if (admit(socket)) for (const listener of listeners) listener.call(server, socket);
  });
}

function judge(
  socket: TLSSocket,
  clients: readonly SignerClient[],
  clock: Clock,
): { readonly role: SignerRole } | { readonly fault: string } {
  const certificate = socket.getPeerX509Certificate();
  const fault = findCertificateFault(certificate, { pins: clients.map(({ pin }) => pin), nowMs: clock.nowMs() });
  if (certificate === undefined || fault !== undefined) return { fault: fault ?? 'it has no certificate' };
  const pin = pinOf(certificate);
  const client = clients.find((each) => each.pin === pin);
  return client === undefined ? { fault: `no pin is ${pin}` } : { role: client.role };
}

function requireValid({ certificatePem }: Identity, clock: Clock): void {
  const certificate = new X509Certificate(certificatePem);
  const fault = findCertificateFault(certificate, { pins: [pinOf(certificate)], nowMs: clock.nowMs() });
  if (fault !== undefined) throw new Error(`The signer cannot use the secret signer-tls: ${fault}.`);
}
