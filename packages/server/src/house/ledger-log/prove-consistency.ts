import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import type { LogKeeper } from './keep-log.ts';

/**
 * What shows that the log of `from` days is the beginning of the log of `to` days. Throws `NOT_FOUND` where the log has not as
 * many, or `from` is the larger.
 */
export async function proveConsistency(
  db: DbReader,
  { from, to, keeper }: { readonly from: number; readonly to: number; readonly keeper: LogKeeper },
): Promise<{ readonly path: string[] }> {
  const { log } = await keeper.read(db);
  if (from > to || to > log.size()) throw problem('NOT_FOUND');
  return { path: log.consistency(from, to) };
}
