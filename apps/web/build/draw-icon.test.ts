import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawIcon } from './draw-icon.ts';

const mark = readFileSync(new URL('../public/icon-maskable.svg', import.meta.url), 'utf8');
const side = 64;

async function readIcon(rounded: boolean): Promise<(x: number, y: number) => readonly number[]> {
  const { data, info } = await sharp(await drawIcon(mark, { side, rounded }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([side, side, 4]);
  return (x, y) => [...data.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)];
}

test('draws background, strokes and point where the drawing has them', async () => {
  const colourAt = await readIcon(false);
  expect(colourAt(0, 0)).toEqual([0x0a, 0x38, 0x3a, 255]);
  // The point's centre and the middle of a wing, by the drawing's own numbers.
  const place = (x: number, y: number): [number, number] => [
    Math.floor(((104 + x * 4.75) * side) / 512),
    Math.floor(((100 + y * 4.75) * side) / 512),
  ];
  expect(colourAt(...place(51, 38.5))).toEqual([0xff, 0x7a, 0x5c, 255]);
  expect(colourAt(...place(28, 22))).toEqual([0xee, 0xf8, 0xf5, 255]);
});

test('cuts the corners where home screens do not', async () => {
  const colourAt = await readIcon(true);
  expect(colourAt(0, 0)[3]).toBe(0);
  expect(colourAt(side / 2, 0)[3]).toBe(255);
});

test('refuses what is no drawing', async () => {
  await expect(drawIcon('<svg', { side, rounded: false })).rejects.toThrow();
});
