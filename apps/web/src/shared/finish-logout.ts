import { ORPCError, type ClientContext, type ClientLink } from '@orpc/client';
import { isLogoutPending, pendingLogoutKey } from './pending-logout-key.ts';

type Link = ClientLink<ClientContext>;

/** As long as an answer may take. */
const lockWithinMs = 20_000;
const longestPauseMs = 60_000;
let pauseMs = 2_500;
let underWay: Promise<void> | undefined;
let stopWaiting: (() => void) | undefined;

/**
 * Ends the session of whoever logged out, where that is still to be done; that it has ended already is as good. Throws what the
 * server refuses, or that nobody answers; then it tries again by itself, at the latest a minute later, and at once when the
 * network is back. Whoever asks meanwhile shares the try.
 */
export function finishLogout(link: Link): Promise<void> {
  stopWaiting?.();
  underWay ??= alone(() => endSession(link)).then(
    () => void (underWay = undefined),
    (error: unknown) => {
      underWay = undefined;
      tryAgainLater(link);
      throw error;
    },
  );
  return underWay;
}

async function endSession(link: Link): Promise<void> {
  if (!isLogoutPending()) return;
  try {
    await link.call(['identity', 'logout'], {}, { context: {} });
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== 'LOGIN_EXPIRED') throw error;
  }
  localStorage.removeItem(pendingLogoutKey);
}

/** Of several tabs one does it, before any of them logs in anew. A page at an address without https has no such locks. */
function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(pendingLogoutKey, { signal: AbortSignal.timeout(lockWithinMs) }, work);
}

function tryAgainLater(link: Link): void {
  const again = () => void finishLogout(link).catch(() => undefined);
  const timer = setTimeout(again, (pauseMs = Math.min(2 * pauseMs, longestPauseMs)));
  addEventListener('online', again);
  stopWaiting = () => {
    clearTimeout(timer);
    removeEventListener('online', again);
    stopWaiting = undefined;
  };
}
