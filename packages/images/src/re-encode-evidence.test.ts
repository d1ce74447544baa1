import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageHashOf } from './image-hash-of.ts';
import { pictureBytesMax } from './picture-limits.ts';
import { reEncodeEvidence, type Evidence } from './re-encode-evidence.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function read(bytes: Uint8Array) {
  const file = join(folder, `picture${(files += 1)}`);
  writeFileSync(file, bytes);
  return reEncodeEvidence(file);
}
async function keep(bytes: Uint8Array): Promise<Evidence> {
  const result = await read(bytes);
  if ('fault' in result) throw new Error(result.fault);
  return result;
}

/** A screen of an account page: bars and boxes where texts and buttons would be, different for each seed. */
async function drawScreen(seed: number): Promise<Sharp> {
  let state = seed * 7919 + 17;
  const draw = (from: number, to: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return from + (state % (to - from));
  };
  const boxes = Array.from({ length: 26 }, (_, row) => {
    const shade = draw(30, 220);
    const { data, info } = {
      data: { r: shade, g: draw(30, 220), b: shade },
      info: { w: draw(120, 900), h: draw(16, 70) },
    };
    return {
      input: { create: { width: info.w, height: info.h, channels: 3 as const, background: data } },
      left: draw(0, 1080 - info.w),
      top: 80 + row * 85,
    };
  });
  const screen = sharp({ create: { width: 1080, height: 2340, channels: 3, background: '#f6f5f1' } }).composite(boxes);
  return sharp(await screen.png().toBuffer());
}

function distance(one: Buffer, other: Buffer): number {
  return [...one].reduce((sum, byte, at) => {
    let [bits, count] = [byte ^ (other[at] ?? 0), 0];
    for (; bits > 0; bits >>= 1) count += bits & 1;
    return sum + count;
  }, 0);
}

let screen: Sharp;
beforeAll(async () => {
  screen = await drawScreen(1);
});

test('the whole picture is kept, upright, at most 1,920 pixels long, and not made larger', async () => {
  const file = await screen.clone().jpeg().toBuffer();
  const { picture, imageHash } = await keep(file);
  expect(imageHash).toEqual(await imageHashOf(sharp(file)));
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 886, height: 1920 });
  const small = await keep(await screen.clone().resize(300).png().toBuffer());
  expect(await sharp(small.picture).metadata()).toMatchObject({ width: 300, height: 650 });
  const turned = await keep(await screen.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(await sharp(turned.picture).metadata()).toMatchObject({ width: 1920, height: 886 });
});

test('U04 place, device and everything else beside the pixels are gone', async () => {
  const jpeg = await screen
    .clone()
    .withExif({ IFD0: { Make: 'planted-marker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(jpeg.includes('planted-marker')).toBe(true);
  const { picture } = await keep(Buffer.concat([jpeg, Buffer.from('<script>1</script>planted-marker')]));
  const { exif, icc, iptc, xmp } = await sharp(picture).metadata();
  expect({ exif, icc, iptc, xmp }).toEqual({});
  expect(picture.includes('planted-marker') || picture.includes('<script>')).toBe(false);
});

test('U03 U05 what is too large, too many pixels, cut off or something else is refused', async () => {
  const jpeg = await screen.clone().jpeg().toBuffer();
  expect(await read(Buffer.concat([jpeg, Buffer.alloc(pictureBytesMax)]))).toEqual({ fault: 'too-large' });
  expect(await read(jpeg.subarray(0, jpeg.length / 2))).toEqual({ fault: 'broken' });
  expect(await read(Buffer.from('<svg/>'))).toEqual({ fault: 'not-a-picture' });
  const wide = await sharp({ create: { width: 12_001, height: 2_000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  expect(await read(wide)).toEqual({ fault: 'too-many-pixels' });
});

test('U10 one screen saved again in 100 ways is known again at least 95 times, and 30 other screens are not', async () => {
  // By the decoder's own function, without its process: what it is about is the pixels.
  const imageHash = async (file: Buffer) => imageHashOf(sharp(file));
  const original = await imageHash(await screen.clone().png().toBuffer());
  const ways: (() => Promise<Buffer>)[] = [
    ...Array.from(
      { length: 25 },
      (_, at) => () =>
        screen
          .clone()
          .jpeg({ quality: 20 + at * 3 })
          .toBuffer(),
    ),
    ...Array.from(
      { length: 15 },
      (_, at) => () =>
        screen
          .clone()
          .webp({ quality: 20 + at * 5 })
          .toBuffer(),
    ),
    ...Array.from(
      { length: 20 },
      (_, at) => () =>
        screen
          .clone()
          .resize(200 + at * 60)
          .jpeg({ quality: 80 })
          .toBuffer(),
    ),
    ...Array.from(
      { length: 10 },
      (_, at) => () =>
        screen
          .clone()
          .modulate({ brightness: 0.85 + at * 0.03 })
          .png()
          .toBuffer(),
    ),
    ...Array.from(
      { length: 10 },
      (_, at) => () =>
        screen
          .clone()
          .extract({ left: at, top: at * 2, width: 1080 - at * 2, height: 2340 - at * 4 })
          .png()
          .toBuffer(),
    ),
    ...Array.from(
      { length: 10 },
      (_, at) => () =>
        screen
          .clone()
          .blur(0.5 + at * 0.3)
          .png()
          .toBuffer(),
    ),
    ...Array.from(
      { length: 5 },
      (_, at) => () =>
        screen
          .clone()
          .gamma(1 + at * 0.2)
          .jpeg()
          .toBuffer(),
    ),
    ...Array.from(
      { length: 5 },
      (_, at) => () =>
        screen
          .clone()
          .greyscale()
          .jpeg({ quality: 40 + at * 10 })
          .toBuffer(),
    ),
  ];
  expect(ways).toHaveLength(100);
  const alikeBits = 40;
  let known = 0;
  for (const way of ways) known += distance(await imageHash(await way()), original) <= alikeBits ? 1 : 0;
  expect(known).toBeGreaterThanOrEqual(95);
  let mistaken = 0;
  for (let seed = 2; seed < 32; seed += 1) {
    const other = await imageHash(await (await drawScreen(seed)).png().toBuffer());
    mistaken += distance(other, original) <= alikeBits ? 1 : 0;
  }
  expect(mistaken).toBe(0);
});
