import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupParts } from './back-up-cluster.ts';

/** As the server writes it: its log's zone is UTC. */
const started = /^START TIME: (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/m;

/** When the backup in `from` was begun, to the second. @throws Error where there is none */
export async function readBackupTime(from: string): Promise<Date> {
  const label = await readFile(join(from, backupParts.base, 'backup_label'), 'utf8').catch(() => '');
  const [, day, time] = started.exec(label) ?? [];
  if (day === undefined) throw new Error(`There is no whole backup in ${from}.`);
  return new Date(`${day}T${time ?? ''}Z`);
}
