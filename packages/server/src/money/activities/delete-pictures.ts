import type { Clock } from '@tern/base/clock';
import { forEachIsolated } from '@tern/base/for-each-isolated';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { ObjectStore } from '@tern/object-store/object-store';
import { forgetPictures, listUnknown, selectDuePictures } from './picture-store.ts';

export type PictureKeeping = { readonly db: Database; readonly clock: Clock; readonly pictures: ObjectStore };

/**
 * Worker step: deletes pictures whose announced date has come, and those that were never handed in. The file goes first: until
 * the row says so, another round does it again. Returns how many went.
 */
export async function deleteDuePictures(
  { db, pictures }: Pick<PictureKeeping, 'db' | 'pictures'>,
  { limit }: { readonly limit: number },
): Promise<number> {
  return await forEachIsolated(await selectDuePictures(db.kysely, limit), async (name) => {
    await pictures.remove(name);
    await transact(db, (tx) => forgetPictures(tx, [name]));
    return true;
  });
}

/** A file without a row is younger than this only while its row is being written. */
const orphanHours = 1;
const pageSize = 500;

/**
 * Worker step: takes away files no row speaks of, which a process left that died in between. Returns how many.
 */
export async function sweepOrphans({ db, clock, pictures }: PictureKeeping): Promise<number> {
  const before = new Date(clock.nowMs() - orphanHours * 3_600_000);
  let swept = await pictures.clearUnfinished(before);
  for (let after: string | undefined; ;) {
    const page = await pictures.list({ after, limit: pageSize });
    const last = page.at(-1)?.name;
    if (last === undefined) return swept;
    const old = page.filter(({ storedAt }) => storedAt < before).map(({ name }) => name);
    const orphans = await listUnknown(db.kysely, old);
    for (const name of orphans) await pictures.remove(name);
    swept += orphans.length;
    after = last;
  }
}
