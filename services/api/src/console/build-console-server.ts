import type { FastifyInstance } from 'fastify';
import { openApp } from '../open-app.ts';
import { registerPolicyReports } from '../policy-reports.ts';
import { registerServiceApi } from '../service/service-api.ts';
import { registerConsoleFiles } from './console-files.ts';
import type { ConsoleOptions } from './console-options.ts';
import { registerConsoleApi } from './console-routes.ts';

/** The whole HTTP side of the operators' console and of the API of other systems, ready to `listen` or `inject`. */
export async function buildConsoleServer(options: ConsoleOptions): Promise<FastifyInstance> {
  const app = await openApp(options);
  await registerPolicyReports(app, options);
  registerConsoleApi(app, options);
  await registerServiceApi(app, options, options.service);
  if (options.folder !== undefined) await registerConsoleFiles(app, options.folder);
  return app;
}
