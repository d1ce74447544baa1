import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One SHA-256 for everything that people's browsers get of a built app, by which a build can be compared with a release: of the
 * lines `hash  file` in the order of the names, as `sha256sum` writes them. Compressed copies and files that are never sent are
 * left out.
 */
export function hashPages(folder: string): string {
  const files = globSync('**/*', { cwd: folder })
    .filter((file) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(file) && statSync(join(folder, file)).isFile())
    .toSorted();
  const lines = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  return createHash('sha256').update(lines.join('')).digest('hex');
}
