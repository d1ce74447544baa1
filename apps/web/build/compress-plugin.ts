import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

// A megabyte at the highest takes five seconds of every build for its last two hundredths.
const wasmQuality = 9;
// Distances of one to four bytes written as they are take eighty bytes off the scripts of the login page.
const directDistances = 4;
const compressible = /\.(?:js|css|wasm)$/;

/** Writes a brotli and a gzip copy beside every script, style sheet and WebAssembly module; the server sends them instead of the originals. */
export function compressPlugin(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('compressed copies need a folder');
      const files = Object.values(bundle).filter(({ fileName }) => compressible.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const path = join(dir, file.fileName);
          await Promise.all([
            promisify(brotliCompress)(bytes, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: path.endsWith('.wasm') ? wasmQuality : 11,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                [constants.BROTLI_PARAM_NDIRECT]: directDistances,
              },
            }).then((copy) => writeFile(`${path}.br`, copy)),
            promisify(gzip)(bytes, { level: 9 }).then((copy) => writeFile(`${path}.gz`, copy)),
          ]);
        }),
      );
    },
  };
}
