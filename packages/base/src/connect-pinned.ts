import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { Clock } from './clock.ts';
import { findCertificateFault, PinFault, type Identity } from './pinned-certificate.ts';

/** Where another process of ours listens, who we are to it, and which certificates it may show. */
export type PinnedAddress = {
  readonly host: string;
  readonly port: number;
  readonly identity: Identity;
  readonly pins: readonly string[];
};

/**
 * Opens a connection by TLS 1.3 with certificates on both sides. It resolves once the other end has shown a certificate with
 * one of our pins, before which not one byte of ours is sent to it.
 * @throws PinFault; otherwise what the connection failed with
 */
export async function connectPinned(
  { host, port, identity, pins }: PinnedAddress,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<TLSSocket> {
  const socket = connect({
    host,
    port,
    key: identity.keyPem,
    cert: identity.certificatePem,
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    // Certificates are no public authority's: the pin below is what lets one in.
    rejectUnauthorized: false,
    servername: 'signer',
  });
  try {
    await once(socket, 'secureConnect', { signal });
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw signal.aborted ? new Error(`no handshake with ${host}:${port} in time`) : error;
  }
  const fault = findCertificateFault(socket.getPeerX509Certificate(), { pins, nowMs: clock.nowMs() });
  if (fault === undefined) return socket;
  socket.destroy();
  throw new PinFault(`${host}:${port} is not who it should be: ${fault}`);
}
