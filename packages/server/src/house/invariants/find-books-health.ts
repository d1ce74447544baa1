import type { DbReader } from '@tern/db/database';
import { selectAlarms, selectLastInspection } from './watch-store.ts';

/** What the watch over the books has to say to the public: which invariants are broken, not by whom or what. */
export async function findBooksHealth(db: DbReader): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const broken = await selectAlarms(db);
  if (broken.length > 0) return { ok: false, detail: `contradict themselves: ${broken.join(', ')}` };
  const { inspectedAt, late } = await selectLastInspection(db);
  if (inspectedAt === null) return { ok: true, detail: 'not looked at yet' };
  return late ? { ok: false, detail: 'not looked at for too long' } : { ok: true, detail: 'agree' };
}
