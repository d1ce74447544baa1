import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedSnapshot } from './check-chain.ts';
import { getServed } from './get-served.ts';

/** Lines of a whole chunk (docs/proof-of-liabilities.md). */
export const linesPerChunk = 1_024;

/** Gives the text of a chunk of an asset's list. */
type Chunks = (assetId: string, chunk: number) => Promise<string>;

/**
 * The chunks of a snapshot's lists. With a folder they are kept there, below the hash of the statement, and what is there whole
 * is not asked for again: chunks never change, and the root finds one that did.
 */
export function openChunks(
  base: string,
  { number, statementHash }: Pick<PublishedSnapshot, 'number' | 'statementHash'>,
  folder?: string,
): Chunks {
  const ask = async (assetId: string, chunk: number): Promise<string> =>
    await (await getServed(base, `api/check/snapshots/${number}/lists/${assetId}/${chunk}`)).text();
  if (folder === undefined) return ask;
  if (!/^[0-9a-f]{64}$/.test(statementHash)) throw new Error('the hash of the statement is none');
  return async (assetId, chunk) => {
    const own = join(folder, statementHash);
    const file = join(own, `${assetId}-${chunk}.txt`);
    const kept = await readFile(file, 'utf8').catch(() => '');
    if (kept.split('\n').length === linesPerChunk + 1 && kept.endsWith('\n')) return kept;
    const text = await ask(assetId, chunk);
    await mkdir(own, { recursive: true });
    // A run that is ended in the middle leaves no half chunk.
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
    return text;
  };
}
