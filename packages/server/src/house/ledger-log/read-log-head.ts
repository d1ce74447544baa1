import type { DbReader } from '@tern/db/database';
import type { LogHead } from '@tern/proofs/log/consistency';
import { requireSoundLog } from './check-log.ts';

/**
 * The log as it is now, for the next statement; undefined before its first day.
 * @throws UnsoundLogError where the log is not what it was: then no statement is made
 */
export async function readLogHead(db: DbReader): Promise<LogHead | undefined> {
  const last = (await requireSoundLog(db)).at(-1);
  return last && { size: last.position + 1, hash: last.head };
}
