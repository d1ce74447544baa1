import { os } from '@orpc/server';
import type { PersonId, SessionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';

/** The signed-in person of one request, read from the database for this request. */
export type ApiSession = {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly deviceId: string;
};

/** What the API process hands to every procedure. */
export type ApiContext = {
  readonly requestId: string;
  /** Address of the caller: the socket's, or the one the configured number of trusted proxies vouches for. */
  readonly ip: string;
  readonly userAgent: string;
  readonly session: ApiSession | null;
  /** Secret of the remembered device, as its cookie carries it; null on a browser never seen. */
  readonly deviceToken: string | null;
  readonly setSessionCookie: (token: string) => void;
  readonly clearSessionCookie: () => void;
  readonly setDeviceCookie: (token: string) => void;
};

/** Lets only signed-in people through and proves to the types that there is a session. Throws `LOGIN_EXPIRED`. */
export const requireSession = os.$context<ApiContext>().middleware(({ context, next }) => {
  if (context.session === null) throw problem('LOGIN_EXPIRED');
  return next({ context: { session: context.session } });
});
