import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import { applyEdit, type Edit } from './edit.ts';

export type Replacement = { readonly file: string; readonly edit: Edit; readonly before: string };

/** Changes one source while it is loaded; the file itself stays as it is. Fails where the file is not what was read. */
export function replaceSource(root: string, current: () => Replacement | undefined): Plugin {
  return {
    name: 'mutated-source',
    enforce: 'pre',
    transform: (code, id) => {
      const replacement = current();
      if (replacement === undefined || id.split('?')[0] !== join(root, replacement.file)) return undefined;
      const { edit, before } = replacement;
      if (code.slice(edit.start, edit.end) !== before) throw new Error(`${replacement.file} has changed meanwhile`);
      return { code: applyEdit(code, edit), map: null };
    },
  };
}
