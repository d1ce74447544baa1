import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawIcon } from './draw-icon.ts';
import { encodePng } from './encode-png.ts';

const mark = readFileSync(new URL('../public/icon-maskable.svg', import.meta.url), 'utf8');
const side = 64;
const colourAt = (pixels: Uint8Array, x: number, y: number): readonly number[] => [
  ...pixels.subarray((y * side + x) * 4, (y * side + x) * 4 + 4),
];

test('draws background, strokes and point where the drawing has them', () => {
  const pixels = drawIcon(mark, { side, rounded: false });
  expect(colourAt(pixels, 0, 0)).toEqual([0x0a, 0x38, 0x3a, 255]);
  // The point's centre and the middle of a wing, by the drawing's own numbers.
  const place = (x: number, y: number): [number, number] => [
    Math.floor(((104 + x * 4.75) * side) / 512),
    Math.floor(((100 + y * 4.75) * side) / 512),
  ];
  expect(colourAt(pixels, ...place(51, 38.5))).toEqual([0xff, 0x7a, 0x5c, 255]);
  expect(colourAt(pixels, ...place(28, 22))).toEqual([0xee, 0xf8, 0xf5, 255]);
});

test('cuts the corners where home screens do not', () => {
  const pixels = drawIcon(mark, { side, rounded: true });
  expect(colourAt(pixels, 0, 0)[3]).toBe(0);
  expect(colourAt(pixels, side / 2, 0)[3]).toBe(255);
});

test('refuses a mark it would not draw whole', () => {
  expect(() => drawIcon(mark.replace('<circle', '<ellipse'), { side, rounded: false })).toThrow('<ellipse>');
  expect(() => drawIcon(mark.replace('M3 17C', 'M3 17L'), { side, rounded: false })).toThrow('another way');
});

test('writes every pixel into the PNG', () => {
  const pixels = drawIcon(mark, { side, rounded: false });
  const png = encodePng(pixels, side);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([side, side]);
  const start = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  expect(rows.length).toBe(side * (side * 4 + 1));
  expect([...rows.subarray(1, 5)]).toEqual([0x0a, 0x38, 0x3a, 255]);
});
