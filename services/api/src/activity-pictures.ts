import type { Readable } from 'node:stream';
import { problem } from '@tern/contracts/problem';
import { pictureBytesMax } from '@tern/images/re-encode-picture';
import { readPicture, savePicture } from '@tern/server/money/activities/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guardPersonScope, sendPicture, withPrivateHeaders } from './person-scope.ts';
import { withReceivedFile } from './receive-file.ts';
import type { ActivityPicturesDeps, ServerOptions } from './server-options.ts';

type Named = { Params: { name: string } };

/** Bodies that are received at the same time, in this process; further ones are asked to come back. */
const receivingMax = 200;

/**
 * Pictures for activities: in, as one body that is written down as it comes; out, to the person who sent it. The example of an
 * activity is shown to everybody who is signed in.
 */
export async function registerActivityPictures(
  app: FastifyInstance,
  options: ServerOptions,
  deps: ActivityPicturesDeps,
): Promise<void> {
  let receiving = 0;
  await app.register(async (scope) => {
    const sessionOf = guardPersonScope(scope, options);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp'],
      (_: FastifyRequest, body: Readable, done: (error: null, body: Readable) => void) => done(null, body),
    );
    scope.post('/api/activities/pictures', { bodyLimit: pictureBytesMax }, async (request, reply) => {
      const body = request.body as Readable | undefined;
      if (body === undefined) throw problem('CONTENT_TYPE_REFUSED');
      // Until the body is read to its end, no other request can follow on this connection.
      reply.header('connection', 'close');
      if (Number(request.headers['content-length'] ?? 0) > pictureBytesMax) throw problem('BODY_TOO_LARGE');
      const session = sessionOf(request);
      await deps.limitPictures(session.personId);
      if (receiving >= receivingMax) throw problem('UNAVAILABLE');
      receiving += 1;
      try {
        const limits = { folder: deps.incoming, bytesMax: pictureBytesMax };
        const saved = await withReceivedFile(body, limits, (file) => savePicture(deps, session, file));
        return await withPrivateHeaders(reply).removeHeader('connection').send(saved);
      } finally {
        receiving -= 1;
      }
    });
    scope.get<Named>('/api/activities/pictures/:name', async (request, reply) => {
      const picture = await readPicture(
        deps,
        { as: 'owner', personId: sessionOf(request).personId },
        request.params.name,
      );
      if (picture === undefined) throw problem('NOT_FOUND');
      return sendPicture(reply, picture);
    });
    scope.get<Named>('/api/activities/samples/:name', async (request, reply) => {
      const picture = await readPicture(deps, { as: 'anyone' }, request.params.name);
      if (picture === undefined) throw problem('NOT_FOUND');
      return sendPicture(reply, picture);
    });
  });
}
