import { DomainError, problem } from '@tern/contracts/problem';
import type { ApiContext } from '@tern/server/platform/api-context';
import type { FastifyInstance } from 'fastify';
import { checkOrigin } from './check-origin.ts';
import { checkText } from './check-text.ts';
import { apiPolicy } from './content-security.ts';
import { openHandler } from './open-handler.ts';
import { asError, faultProblem, problemBody, type FaultReporter } from './problem-responses.ts';
import { requestContext } from './request-context.ts';
import { routeAccess, type RouteName } from './route-access.ts';
import { routeAgreements } from './route-agreements.ts';
import { routeFlows } from './route-flows.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts the contract under `/api`. */
export function registerApi(app: FastifyInstance, options: ServerOptions): void {
  const handler = openHandler<ApiContext>(options.router, {
    report: options.onFault,
    called: options.measure.called,
    limit: options.limitStrangers,
    checkAccess: async (name, context) => {
      checkAccess(name, context);
      if (context.session !== null && routeAgreements[name as RouteName] === 'waits')
        await options.requireAgreements(context.session.personId);
      const flow = routeFlows[name as RouteName];
      if (flow !== undefined && !(await options.isFlowOpen(flow))) throw problem('UNAVAILABLE');
    },
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    handler: async (request, reply) => {
      checkOrigin(request, options.publicUrl);
      checkText(request);
      reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
      const context = await requestContext(request, reply, options);
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context });
      if (!matched) throw problem('NOT_FOUND');
      return reply;
    },
  });
}

function checkAccess(name: string, context: ApiContext): void {
  const access = routeAccess[name as RouteName];
  if (access !== 'public' && context.session === null) throw problem('LOGIN_EXPIRED');
}

/** Answers what Fastify itself refuses, in the API's shape. */
export function registerFailures(app: FastifyInstance, report: FaultReporter): void {
  app.setNotFoundHandler((_, reply) => {
    const error = problem('NOT_FOUND');
    return reply
      .status(error.status)
      .header('content-security-policy', apiPolicy)
      .header('cache-control', 'no-store')
      .send(problemBody(error));
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = error instanceof DomainError ? error : refusalOf(error);
    if (refused === undefined)
      report({ requestId: request.id, route: request.routeOptions.url ?? 'none', error: asError(error) });
    const answer = refused ?? faultProblem(error, request.id);
    return reply
      .status(answer.status)
      .header('content-security-policy', apiPolicy)
      .header('cache-control', 'no-store')
      .send(problemBody(answer));
  });
}

function refusalOf(error: unknown): DomainError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  if (error.statusCode === 413) return problem('BODY_TOO_LARGE');
  if (error.statusCode === 415) return problem('CONTENT_TYPE_REFUSED');
  return error.statusCode >= 400 && error.statusCode < 500 ? problem('INPUT_INVALID', { fields: [] }) : undefined;
}
