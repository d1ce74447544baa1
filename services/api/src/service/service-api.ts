import type { Router } from '@orpc/server';
import { problem } from '@tern/contracts/problem';
import { serviceContract, type ServiceContract } from '@tern/contracts/service-contract';
import type { ServiceKey } from '@tern/server/console/keys/public';
import type { GuardCalls, ServiceContext } from '@tern/server/console/service/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerReference } from '../api-reference.ts';
import { checkText } from '../check-text.ts';
import { apiPolicy } from '../content-security.ts';
import type { AppOptions } from '../open-app.ts';
import { openHandler } from '../open-handler.ts';
import { callerIp } from '../request-context.ts';
import { serviceAccess, type ServiceRouteName } from './service-access.ts';

export type ServiceApiOptions = {
  readonly router: Router<ServiceContract, ServiceContext>;
  /** The key of a token; null where it can be used by nobody. */
  readonly findKey: (token: string) => Promise<ServiceKey | null>;
  readonly guard: GuardCalls;
  /** Of the product, as the reference page names it. */
  readonly version: string;
};

const prefix = '/service/v1';

/** Mounts the API of other systems under `/service/v1`, with its OpenAPI document and page. */
export async function registerServiceApi(
  app: FastifyInstance,
  { onFault, measure, productName }: Pick<AppOptions, 'onFault' | 'measure'> & { readonly productName: string },
  { router, findKey, guard, version }: ServiceApiOptions,
): Promise<void> {
  await registerReference(app, {
    title: `${productName} service`,
    version,
    contract: serviceContract,
    at: prefix,
    isByKey: true,
  });
  const handler = openHandler<ServiceContext>(router, {
    report: onFault,
    called: measure.called,
    // The guard does, for it keeps what became of the call.
    checkAccess: () => undefined,
    limit: (route, context, work) => guard({ route, needed: serviceAccess[route as ServiceRouteName], context }, work),
  });
  app.route({
    method: ['GET', 'POST'],
    url: `${prefix}/*`,
    handler: async (request, reply) => {
      checkText(request);
      reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
      const token = bearerOf(request);
      const context: ServiceContext = {
        requestId: request.id,
        ip: callerIp(request),
        key: token === undefined ? null : await findKey(token),
      };
      const { matched } = await handler.handle(request, reply, { prefix, context });
      if (!matched)
        await guard({ route: 'none', needed: undefined, context }, () => Promise.reject(problem('NOT_FOUND')));
      return reply;
    },
  });
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? '')?.[1];
}
