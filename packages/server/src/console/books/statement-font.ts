import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const file = new URL('./fonts/noto-sans-sc.ttf.br', import.meta.url);

let loading: Promise<Buffer> | undefined;

/**
 * Noto Sans SC (SIL Open Font Licence), cut to 11,265 characters: Latin, Greek, Cyrillic, kana and the common Chinese ones
 * (docs/decisions/0269-statements-embed-their-letters.md). Kept once it was read; a statement gets the letters alone that it
 * shows.
 */
export function readStatementFont(): Promise<Buffer> {
  loading ??= readFile(file).then(promisify(brotliDecompress));
  return loading;
}
