import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError, type Router } from '@orpc/server';
import {
  asError,
  faultProblem,
  inputProblem,
  toApiError,
  translateFailure,
  type FaultReporter,
} from './problem-responses.ts';

const keepAliveMs = 15_000;

export type HandlerOptions<Context> = {
  readonly report: FaultReporter;
  /** Told how long a procedure took, whatever became of it. */
  readonly called: (route: string, ms: number) => void;
  /** Throws the problem where this caller may not use the route of this name. */
  readonly checkAccess: (route: string, context: Context) => void | Promise<void>;
  /** Does the work of a request, or throws the problem where there were too many; absent where nobody is a stranger. */
  readonly limit?: <Output>(route: string, context: Context, work: () => Promise<Output>) => Promise<Output>;
};

/**
 * A handler of a whole contract: asks `checkAccess` before anything of a request is read, and answers every failure as a
 * declared problem.
 */
export function openHandler<Context extends { readonly requestId: string }>(
  router: Router<AnyContractRouter, Context>,
  { report, called, checkAccess, limit }: HandlerOptions<Context>,
): OpenAPIHandler<Context> {
  return new OpenAPIHandler<Context>(router, {
    eventIteratorKeepAliveEnabled: true,
    eventIteratorKeepAliveInterval: keepAliveMs,
    interceptors: [
      async (options) => {
        const { context, request } = options;
        try {
          return await options.next();
        } catch (error) {
          if (error instanceof ORPCError) throw error;
          // Before any procedure was called only reading the request can fail, such as a broken escape in its path.
          if (error instanceof URIError || error instanceof SyntaxError) throw toApiError(inputProblem(undefined));
          report({ requestId: context.requestId, route: request.url.pathname, error: asError(error) });
          throw toApiError(faultProblem(error, context.requestId));
        }
      },
    ],
    clientInterceptors: [
      async (options) => {
        const { context, path, procedure } = options;
        const name = path.join('.');
        const { errorMap } = procedure['~orpc'];
        const startedAtMs = performance.now();
        try {
          await checkAccess(name, context);
          const output = await (limit === undefined ? options.next() : limit(name, context, options.next));
          return isStream(output) ? watchStream(output, { report, name, requestId: context.requestId }) : output;
        } catch (error) {
          const route = {
            name,
            declares: (code: string) => Object.hasOwn(errorMap, code),
            requestId: context.requestId,
          };
          throw translateFailure(error, route, report);
        } finally {
          called(name, performance.now() - startedAtMs);
        }
      },
    ],
  });
}

function isStream(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** A stream of events that says so where it breaks: its answer has begun long ago, and nobody else would hear of it. */
async function* watchStream(
  stream: AsyncIterable<unknown>,
  { report, name, requestId }: { readonly report: FaultReporter; readonly name: string; readonly requestId: string },
): AsyncGenerator<unknown, unknown> {
  try {
    return yield* stream;
  } catch (error) {
    report({ requestId, route: name, error: asError(error) });
    throw toApiError(faultProblem(error, requestId));
  }
}
