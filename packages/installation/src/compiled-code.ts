import { join } from 'node:path';

/** Where Node keeps the compiled code of our processes from start to start, which halves the time a start takes. */
export function compiledCodeFolder(root: string): string {
  return join(root, 'node_modules/.cache/compiled');
}
