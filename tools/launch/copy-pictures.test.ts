import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUpPictures, restorePictures } from './copy-pictures.ts';

let [data, copy] = ['', ''];
beforeEach(() => {
  [data, copy] = [mkdtempSync(join(tmpdir(), 'data-')), mkdtempSync(join(tmpdir(), 'copy-'))];
});
afterEach(() => [data, copy].forEach((folder) => rmSync(folder, { recursive: true })));

const write = (name: string, text: string) => {
  mkdirSync(join(data, 'pictures'), { recursive: true });
  writeFileSync(join(data, 'pictures', name), text);
};

test('pictures come back as they were, and one deleted on its date is in no later copy', async () => {
  await backUpPictures(data, copy);
  await restorePictures(copy, data);
  write('one.webp', 'one');
  write('two.webp', 'two');
  await backUpPictures(data, copy);
  rmSync(join(data, 'pictures', 'one.webp'));
  await backUpPictures(data, copy);
  rmSync(join(data, 'pictures'), { recursive: true });
  write('three.webp', 'three');
  await restorePictures(copy, data);
  expect(readdirSync(join(data, 'pictures')).sort()).toEqual(['three.webp', 'two.webp']);
  expect(readFileSync(join(data, 'pictures', 'two.webp'), 'utf8')).toBe('two');
});
