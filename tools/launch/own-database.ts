import { join } from 'node:path';
import type { Installation } from '@tern/installation/processes';

/** The folder of the database that belongs to this installation. Throws where it is one that others look after. */
export function ownDatabaseDir({ config, dataDir }: Installation): string {
  if (config.databaseUrl !== undefined)
    throw new Error('DATABASE_URL names a database that is not ours: back it up and restore it with its own tools.');
  return join(dataDir, 'database');
}
