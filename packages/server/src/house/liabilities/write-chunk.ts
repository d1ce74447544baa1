import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { lineBytes } from './leaf-list.ts';
import { findChunk } from './list-store.ts';
import { readSum } from './sum-levels.ts';

/**
 * One chunk of a published list as text: in each line a commitment in hexadecimal, a space, and the amount in base units.
 * Throws `NOT_FOUND` where there is no such chunk, or it is no longer kept.
 */
export async function writeChunk(
  db: DbReader,
  input: { readonly number: number; readonly assetId: AssetId; readonly chunk: number },
): Promise<string> {
  const lines = await findChunk(db, input);
  if (lines === undefined) throw problem('NOT_FOUND');
  let text = '';
  for (let at = 0; at < lines.length; at += lineBytes)
    text += `${lines.toString('hex', at, at + 32)} ${readSum(lines, at)}\n`;
  return text;
}
