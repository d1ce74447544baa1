import { readFileSync } from 'node:fs';
import { locales } from '@tern/locales/locales';
import { expect, test } from 'vitest';
import { readTexts } from '../locales/catalogues.ts';
import { letters } from './letters.ts';
import { fontFace, makeFont } from './make-font.ts';

const root = new URL('../..', import.meta.url).pathname;
const fonts = `${root}packages/ui/src/styles/fonts/`;
/** Bytes; `design/quality.md` says why the face has to be small. */
const budget = 60_000;

test('the face in the repository is the one its letters make, and small', async () => {
  const font = await makeFont();
  expect(font.equals(readFileSync(`${fonts}inter-latin.woff2`))).toBe(true);
  expect(font.length).toBeLessThanOrEqual(budget);
  expect(readFileSync(`${fonts}inter.css`, 'utf8')).toBe(fontFace);
});

test.each(locales)('no word of $id mixes Latin letters of two faces', async ({ id }) => {
  const foreign = new Set<string>();
  for (const { text } of await readTexts(root, id))
    for (const letter of text.match(/\p{Script=Latin}/gu) ?? []) if (!letters.includes(letter)) foreign.add(letter);
  expect([...foreign]).toEqual([]);
});
