import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

export type RepositoryCopy = {
  readonly root: string;
  /** Writes each text to its file, runs `check`, and puts everything back. */
  readonly withFiles: <Result>(
    files: Readonly<Record<string, string>>,
    check: () => Promise<Result>,
  ) => Promise<Result>;
  readonly remove: () => void;
};

const left = new Set(['node_modules', '.git', '.tern', 'dist', 'coverage', 'test-results']);

/**
 * A copy of the sources in a temporary folder where gates may be shown violations. Third-party packages are linked,
 * our own workspaces point into the copy. With `paths`, only these are copied, and the files of each folder on the way to
 * them.
 */
export function copyRepository(source: string, paths?: readonly string[]): RepositoryCopy {
  const root = mkdtempSync(join(tmpdir(), 'gates-'));
  const isWanted = (path: string): boolean =>
    paths === undefined || statSync(path).isFile() || paths.some((wanted) => areInLine(wanted, relative(source, path)));
  cpSync(source, root, {
    recursive: true,
    filter: (path) => !left.has(path.split('/').at(-1) ?? '') && isWanted(path),
  });
  linkModules(join(source, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    withFiles: async (files, check) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      }
      try {
        return await check();
      } finally {
        for (const file of Object.keys(files)) {
          rmSync(join(root, file));
          if (existsSync(join(source, file))) cpSync(join(source, file), join(root, file));
        }
      }
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** Whether one folder is the other, or lies within it. */
function areInLine(one: string, other: string): boolean {
  return other === '' || one === other || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '@tern'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@tern') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@tern'))) {
    symlinkSync(readlinkSync(join(from, '@tern', name)), join(to, '@tern', name));
  }
}
