import { Readable } from 'node:stream';
import { problem } from '@tern/contracts/problem';
import { startExport } from '@tern/server/money/closing/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkOrigin } from './check-origin.ts';
import { withPrivateHeaders } from './person-scope.ts';
import { requestContext } from './request-context.ts';
import type { PersonFilesDeps, ServerOptions } from './server-options.ts';

const copyRequest = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });
/** Longer than any request for a copy. */
const bodyMaxBytes = 1_024;

/**
 * The copy of all of one's own data, once, to its owner alone, as something no browser runs. The one-time token travels in the
 * body, because addresses are kept in histories and logs. It waits for no agreement: whoever accepts none may take their data.
 */
export async function registerOwnDataCopy(
  app: FastifyInstance,
  options: ServerOptions,
  deps: PersonFilesDeps,
): Promise<void> {
  const send = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> => {
    const { session } = await requestContext(request, reply, options);
    if (session === null) throw problem('LOGIN_EXPIRED');
    const pieces = await startExport(deps, { personId: session.personId, token });
    return withPrivateHeaders(reply)
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .send(Readable.from(pieces));
  };
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => checkOrigin(request, options.publicUrl));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: bodyMaxBytes },
      async (_: FastifyRequest, body: string) => body,
    );
    scope.post('/api/account/export/copy', async (request, reply) => {
      const { token } = readRequest(request.body);
      return send(request, reply, token);
    });
    // Pages of 2.1.0, which may be open during an upgrade, know no other way.
    scope.get<{ Params: { token: string } }>('/api/account/export/:token', async (request, reply) =>
      send(request, reply, request.params.token),
    );
  });
}

/** Throws `INPUT_INVALID`. */
function readRequest(body: unknown): z.infer<typeof copyRequest> {
  try {
    return copyRequest.parse(JSON.parse(typeof body === 'string' ? body : ''));
  } catch {
    throw problem('INPUT_INVALID', { fields: [{ path: 'token', rule: 'form' }] });
  }
}
