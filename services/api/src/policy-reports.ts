import type { RequestMeasure } from '@tern/server/house/metrics/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { policyReportsPath } from './content-security.ts';

/** Longer than any report that a browser sends. */
const bodyMaxBytes = 16 * 1024;
/** Of each process. More tell nothing new, and reading them would be work that anybody can order. */
const readPerMinute = 60;
const minuteMs = 60_000;

/** Directives by which reports are counted; a report names its own, so the number of names has to be bounded. */
const countedDirectives: ReadonlySet<string> = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'font-src', 'connect-src', 'manifest-src', 'worker-src', 'media-src'],
  ...['object-src', 'frame-src', 'base-uri', 'form-action', 'frame-ancestors'],
]);
/** Whatever else a report names. */
const otherDirective = 'other';

/** By `report-uri`, and by `report-to`, whose reports come in sets. */
const former = z.object({ 'csp-report': z.object({ 'effective-directive': z.string() }) });
const reports = z.array(z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string() }) })).max(100);

/**
 * Takes what browsers report about violations of the Content-Security-Policy: counts them by directive and keeps nothing else of
 * them, neither address nor sample. Each process reads at most sixty a minute. The answer is the same for what is read, for what
 * is too much and for what is no report; a body that is too long, or of another type, is refused (413, 415).
 */
export async function registerPolicyReports(
  app: FastifyInstance,
  { measure, nowMs = () => performance.now() }: { readonly measure: RequestMeasure; readonly nowMs?: () => number },
): Promise<void> {
  measure.awaitViolations([...countedDirectives, otherDirective]);
  let [minute, read] = [0, 0];
  const mayRead = (): boolean => {
    const now = Math.floor(nowMs() / minuteMs);
    if (now !== minute) [minute, read] = [now, 0];
    read += 1;
    return read <= readPerMinute;
  };
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      if (!mayRead()) return reply.status(204).send();
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: bodyMaxBytes },
      async (_: FastifyRequest, body: string) => body,
    );
    scope.post(policyReportsPath, async ({ body }, reply) => {
      const counted = directivesOf(String(body)).map((name) => (countedDirectives.has(name) ? name : otherDirective));
      for (const directive of new Set(counted)) measure.violated(directive);
      return reply.status(204).send();
    });
  });
}

/** The directives that were violated; none where the body is no report. Pure. */
function directivesOf(body: string): readonly string[] {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return [];
  }
  const one = former.safeParse(said);
  if (one.success) return [one.data['csp-report']['effective-directive']];
  const several = reports.safeParse(said);
  if (!several.success) return [];
  return several.data.flatMap(({ type, body: { effectiveDirective } }) =>
    type === 'csp-violation' ? [effectiveDirective] : [],
  );
}
