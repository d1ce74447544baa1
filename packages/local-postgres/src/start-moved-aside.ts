import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { movedAside } from './restore-cluster.ts';
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts';

/**
 * Starts the database whose files a restore moved into `folder`, on a free port, for reading: nothing is changed in it, and
 * its log is not copied into the backup that the restored database writes into.
 *
 * @param where.dataDir the folder given to `startLocalPostgres`; it has the password
 * @throws Error where `folder` has no files that a restore moved aside
 */
export async function startMovedAside({
  dataDir,
  folder,
}: {
  readonly dataDir: string;
  readonly folder: string;
}): Promise<Pick<LocalPostgres, 'url' | 'stop'>> {
  if (!basename(folder).startsWith(movedAside) || !existsSync(join(folder, 'PG_VERSION')))
    throw new Error(`${folder} has no database that a restore moved aside.`);
  return await startLocalPostgres({
    dataDir,
    folder,
    settings: { archive_mode: 'off', default_transaction_read_only: 'on' },
  });
}
