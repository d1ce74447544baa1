import type { FastifyInstance } from 'fastify';
import { openApp } from '../open-app.ts';
import { registerConsoleFiles } from './console-files.ts';
import type { ConsoleOptions } from './console-options.ts';
import { registerConsoleApi } from './console-routes.ts';

/** The whole HTTP side of the operators' console, ready to `listen` or `inject`. */
export async function buildConsoleServer(options: ConsoleOptions): Promise<FastifyInstance> {
  const app = await openApp(options);
  registerConsoleApi(app, options);
  if (options.folder !== undefined) await registerConsoleFiles(app, options.folder);
  return app;
}
