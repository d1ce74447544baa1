import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

/** Throws in production where the pages in `folder` have not been built; elsewhere the API alone is of use, and the log says so. */
export function requireBuild(
  folder: string,
  {
    name,
    isProduction,
    log,
  }: { readonly name: string; readonly isProduction: boolean; readonly log: Pick<FastifyBaseLogger, 'warn'> },
): void {
  if (existsSync(join(folder, 'index.html'))) return;
  const fault = `The ${name} has not been built: run "npm run build", or bring apps/*/dist from where it was run.`;
  if (isProduction) throw new Error(fault);
  log.warn(fault);
}
