import { randomInt } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@tern/base/clock';
import { connectPinned, type PinnedAddress } from '@tern/base/connect-pinned';

/** Where the signer is: at a socket of this machine, or at an address of the network with pinned certificates. */
export type SignerPlace =
  | { readonly socketPath: string; readonly tls?: undefined }
  | { readonly tls: PinnedAddress; readonly socketPath?: undefined };

/** Opens one connection each time. */
export type SignerLink = (signal: AbortSignal) => Promise<Socket>;

const firstPauseMs = 50;
const longestPauseMs = 5_000;

/**
 * The way to the signer. Over the network, a failed connection makes the next one wait, twice as long each time and up to five
 * seconds; and while it fails, one caller tries for all.
 */
export function openSignerLink(place: SignerPlace, clock: Clock): SignerLink {
  if (place.tls === undefined) return async () => createConnection(place.socketPath);
  const { tls } = place;
  let pauseMs = 0;
  let trying: Promise<Socket> | undefined;
  const attempt = async (signal: AbortSignal): Promise<Socket> => {
    try {
      const socket = await connectPinned(tls, { clock, signal });
      pauseMs = 0;
      return socket;
    } catch (error) {
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      throw error;
    }
  };
  const tryAfterPause = async (signal: AbortSignal): Promise<Socket> => {
    // Not at the same moment as other processes that lost the link together.
    await pause(randomInt(Math.ceil(pauseMs / 2), pauseMs + 1), undefined, { signal });
    return await attempt(signal);
  };
  return async (signal) => {
    if (trying !== undefined) {
      await trying;
      return await attempt(signal);
    }
    if (pauseMs === 0) return await attempt(signal);
    trying = tryAfterPause(signal).finally(() => (trying = undefined));
    return await trying;
  };
}
