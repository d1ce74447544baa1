import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandFiles } from './command-files.ts';
import { imageEntries } from './image-entries.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('an image holds every file of ours that its commands import', () => {
  const missing = commandFiles.flatMap((file) => {
    const imported = [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)];
    return imported
      .map(([, path = '']) => relative(root, join(root, file, '..', path)))
      .filter((path) => !commandFiles.some((each) => each === path))
      .filter((path) => !imageEntries.some((entry) => path.startsWith(`${entry}/`)))
      .map((path) => `${file} imports ${path}`);
  });
  expect(missing).toEqual([]);
});
