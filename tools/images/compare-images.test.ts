import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareFiles, readFacts } from './compare-images.ts';

// Goal: whatever in an image is not what the sources make is named. Method: two small trees, changed one thing at a time.
function makeTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'opt'));
  writeFileSync(join(folder, 'opt/code.ts'), 'export {}');
  symlinkSync('code.ts', join(folder, 'opt/link'));
  return folder;
}

const compare = (change: (folder: string) => void): readonly string[] => {
  const [built, given] = [makeTree(), makeTree()];
  change(given);
  return compareFiles(readFacts(built), readFacts(given));
};

test('two trees with the same files are the same', () => {
  expect(compare(() => undefined)).toEqual([]);
});

test.each([
  ['content', (at: string) => writeFileSync(join(at, 'opt/code.ts'), 'export  {}'), '/opt/code.ts is not what'],
  ['rights', (at: string) => chmodSync(join(at, 'opt/code.ts'), 0o755), '/opt/code.ts is not what'],
  ['less', (at: string) => rmSync(join(at, 'opt/link')), '/opt/link is not in the image'],
  ['more', (at: string) => writeFileSync(join(at, 'opt/more'), ''), '/opt/more is in the image, and these'],
])('another %s is named', (_, change, sentence) => {
  expect(compare(change)).toEqual([expect.stringContaining(sentence)]);
});

test('a link to elsewhere is named', () => {
  const found = compare((at) => {
    rmSync(join(at, 'opt/link'));
    symlinkSync('elsewhere', join(at, 'opt/link'));
  });
  expect(found).toEqual(['/opt/link is not what these sources make']);
});
