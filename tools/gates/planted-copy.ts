import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Gate } from './gate.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';

/** For tests of gates: a copy of the repository while the tests of a file run, and ways to plant files in it. */
export function plantedCopy() {
  const repository = new URL('../..', import.meta.url).pathname;
  let copy: RepositoryCopy;
  beforeAll(() => {
    copy = copyRepository(repository);
  });
  afterAll(() => copy.remove());
  const original = (file: string): string => readFileSync(join(repository, file), 'utf8');
  return {
    repository,
    original,
    /** What a gate says while these files are there. */
    findings: async (gate: Gate, files: Readonly<Record<string, string>>): Promise<string> =>
      (await copy.withFiles(files, () => gate.run(copy.root))).join('\n'),
    /** A file with something replaced in it, and `head` before it. */
    changed: (file: string, from: string | RegExp, to: string, head = ''): Record<string, string> => {
      const text = original(file);
      const after = text.replace(from, to);
      expect(after, `${file} no longer holds what this test replaces`).not.toBe(text);
      return { [file]: head + after };
    },
  };
}
