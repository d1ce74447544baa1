import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem } from '@tern/contracts/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problemBody } from './problem-responses.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Throws `INPUT_INVALID` for what HTTP allows and no client of ours sends: a whole address in place of a path, which a proxy
 * could take for another path than its route has, and no Host or a second one.
 */
export function checkForm({ rawHeaders, url = '', httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  const isHostless = hosts.length === 0 && httpVersion !== '1.0';
  if (!url.startsWith('/') || isHostless || hosts.length > 1) throw problem('INPUT_INVALID', { fields: [] });
}

/**
 * Throws `INPUT_INVALID` for what reached our own proxy in the clear, where people are to come over https alone. It is not
 * sent on to the right address: whoever sends a secret in the clear is to notice, not to be helped to do it again.
 */
export function checkScheme({ headers }: IncomingMessage): void {
  // The last one is our proxy's; what stands before it anybody may have written.
  const scheme = String(headers['x-forwarded-proto'] ?? 'https')
    .split(',')
    .at(-1);
  if (scheme?.trim().toLowerCase() !== 'https') throw problem('INPUT_INVALID', { fields: [] });
}

/**
 * Answers, in the shape of every refusal, what the framework refuses before any route: a path that cannot be decoded.
 * `secure`: whether people reach us over https only.
 */
export function refuseUnreadable(
  secure: boolean,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  const refused = problem('INPUT_INVALID', { fields: [] });
  return (_error, request, reply) =>
    void reply
      .status(refused.status)
      .headers({ ...refusalHeaders(secure), 'x-request-id': request.id })
      .send(problemBody(refused));
}

const statuses: Readonly<Record<string, readonly [status: number, phrase: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers on the bare connection what is no HTTP at all, came too slowly, or has too long a head; then closes it. `secure`:
 * whether people reach us over https only.
 */
export function answerClientError(error: Error & { readonly code?: string }, socket: Duplex, secure: boolean): void {
  // The other side is gone already: nobody would read an answer.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase] = statuses[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({ ...problemBody(problem('INPUT_INVALID', { fields: [] })), status });
  const headers = {
    ...refusalHeaders(secure),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${head.join('')}\r\n${body}`);
}

/** What the hooks give every other answer. */
function refusalHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}
