import type { DbReader } from '@tern/db/database';
import { findShortages } from './find-shortages.ts';
import { selectAlarms, selectLastInspection } from './watch-store.ts';

/**
 * What the public is told of the books: which invariants are broken, not by whom or what. What is missing on the chain is
 * told from the comparison that found it on, before the watch over the books comes round again.
 */
export async function findBooksHealth(db: DbReader): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const missing = (await findShortages(db)).map(({ invariant }) => invariant);
  const broken = [...new Set([...(await selectAlarms(db)), ...missing])].toSorted();
  if (broken.length > 0) return { ok: false, detail: `contradict themselves: ${broken.join(', ')}` };
  const { inspectedAt, late } = await selectLastInspection(db);
  if (inspectedAt === null) return { ok: true, detail: 'not looked at yet' };
  return late ? { ok: false, detail: 'not looked at for too long' } : { ok: true, detail: 'agree' };
}
