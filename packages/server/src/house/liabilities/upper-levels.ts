import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { findNodes } from './list-store.ts';
import { growLevels } from './sum-levels.ts';

/** The lists of four snapshots with three assets: of a million people 400 kB each. */
const listsKept = 12;

/** By the root of the list, which stands for everything in it. The one asked for last comes last. */
const kept = new Map<string, readonly Buffer[]>();

/**
 * The tree above the chunks of a list, its lowest level first. It is grown once and kept: for a million people it is 4,095 hashes
 * and 200 kB from the database, which nobody waits for who asks for their own lines after somebody else. Throws `NOT_FOUND` where
 * the list is no longer kept.
 */
export async function getUpperLevels(
  db: DbReader,
  list: { readonly number: number; readonly assetId: AssetId; readonly root: Buffer },
): Promise<readonly Buffer[]> {
  const key = list.root.toString('hex');
  let levels = kept.get(key);
  if (levels === undefined) {
    const nodes = await findNodes(db, list);
    if (nodes === undefined) throw problem('NOT_FOUND');
    levels = growLevels(nodes);
  }
  kept.delete(key);
  kept.set(key, levels);
  const [oldest] = kept.keys();
  if (kept.size > listsKept && oldest !== undefined) kept.delete(oldest);
  return levels;
}
