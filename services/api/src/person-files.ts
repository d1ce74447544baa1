import { problem } from '@tern/contracts/problem';
import { pictureBytesMax } from '@tern/images/re-encode-picture';
import { findAvatar, saveAvatar } from '@tern/server/people/profile/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guardPersonScope, sendPicture, withPrivateHeaders } from './person-scope.ts';
import type { PersonFilesDeps, ServerOptions } from './server-options.ts';

/**
 * People's own files, which travel as they are, not as JSON of the contract. Pictures in, by their owner, as one body of at
 * most ten megabytes that is read only once there is a session; pictures out, to their owner alone, as something no browser
 * runs.
 */
export async function registerPersonFiles(
  app: FastifyInstance,
  options: ServerOptions,
  deps: PersonFilesDeps,
): Promise<void> {
  await app.register(async (scope) => {
    const sessionOf = guardPersonScope(scope, options);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp'],
      { parseAs: 'buffer', bodyLimit: pictureBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    scope.post('/api/profile/avatar', async (request, reply) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw problem('CONTENT_TYPE_REFUSED');
      return withPrivateHeaders(reply).send(await saveAvatar(deps, sessionOf(request), body));
    });
    scope.get<{ Params: { fileName: string } }>('/api/profile/avatar/:fileName', async (request, reply) => {
      const picture = await findAvatar(deps.db.kysely, sessionOf(request).personId, request.params.fileName);
      if (picture === undefined) throw problem('NOT_FOUND');
      return sendPicture(reply, picture);
    });
  });
}
