import { statSync } from 'node:fs';

/** What changes with a file's content, and not with its rights or the number of its names; `none` where there is no file. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}
