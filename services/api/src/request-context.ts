import { isIP } from 'node:net';
import type { ApiContext, ApiSession } from '@tern/server/platform/api-context';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieSettings = {
  /** Whether people reach us over https only: `__Host-` names and the Secure mark. */
  readonly secure: boolean;
  readonly sessionSeconds: number;
  readonly deviceSeconds: number;
};

const userAgentMax = 300;
// 32 bytes as base64url; anything else is not ours and not worth a query.
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Address of the caller as the session and the limits know it. */
export function callerIp(request: FastifyRequest): string {
  const ip = plainIp(request.ip);
  return isIP(ip) === 0 ? (request.socket.remoteAddress ?? '0.0.0.0') : ip;
}

/** `told`: nothing once the connection is gone, which anybody can have happen at any moment. */
function plainIp(told: string | undefined): string {
  return told?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '') ?? '';
}

/** Builds what procedures see of a request. The session is read from the database each time. */
export async function requestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { readonly cookies: CookieSettings; readonly readSession: (token: string) => Promise<ApiSession | null> },
): Promise<ApiContext> {
  const { cookies } = options;
  const prefix = cookies.secure ? '__Host-' : '';
  const names = { session: `${prefix}session`, device: `${prefix}device` };
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.secure } as const;
  const token = readToken(request, names.session);
  return {
    requestId: request.id,
    ip: callerIp(request),
    userAgent: readUserAgent(request),
    session: token === null ? null : await options.readSession(token),
    deviceToken: readToken(request, names.device),
    setSessionCookie: (value) =>
      void reply.setCookie(names.session, value, { ...attributes, maxAge: cookies.sessionSeconds }),
    clearSessionCookie: () => void reply.clearCookie(names.session, attributes),
    setDeviceCookie: (value) =>
      void reply.setCookie(names.device, value, { ...attributes, maxAge: cookies.deviceSeconds }),
  };
}

/** What the browser calls itself, without what cannot be shown. */
export function readUserAgent(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, userAgentMax);
}

/** A cookie that can be one of our secrets. */
export function readToken(request: FastifyRequest, name: string): string | null {
  const value = request.cookies[name];
  return value !== undefined && tokenPattern.test(value) ? value : null;
}
