import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const file = new URL('./fonts/noto-sans-sc.ttf.br', import.meta.url);

let loading: Promise<Buffer> | undefined;

/**
 * Noto Sans SC (SIL Open Font Licence): Latin letters and 30,000 Chinese characters. Kept once it was read; a statement gets
 * the letters alone that it shows.
 */
export function readStatementFont(): Promise<Buffer> {
  loading ??= readFile(file).then(promisify(brotliDecompress));
  return loading;
}
