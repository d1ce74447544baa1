import type { Database } from '@tern/db/database';
import { startBeating } from '@tern/server/house/processes/public';
import type { FastifyBaseLogger } from 'fastify';
import type { ServeOptions } from './serve-until-stopped.ts';

/** Reports to the database that a process with this login lives. It has no alarms that it alone can measure. */
export function reportProcess(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): ServeOptions['report'] {
  return (of) =>
    startBeating({
      ...of,
      db,
      told: () => Promise.resolve([]),
      onFault: (error) => log.warn({ err: error }, 'this process could not report to the database'),
    });
}
