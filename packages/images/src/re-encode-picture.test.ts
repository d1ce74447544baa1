import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { findDecoderCommand } from './decoder-command.ts';
import { pictureBytesMax, reEncodePicture } from './re-encode-picture.ts';
import { compressedText, pngOf } from './testing/picture-parts.ts';

const planted = [
  '<script>alert(1)</script>',
  '<?php system($_GET[0]); ?>',
  'PK\u0003\u0004',
  '%PDF-1.7',
  'planted-marker',
];
let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;
beforeAll(async () => {
  const noise = () =>
    sharp({
      create: {
        width: 900,
        height: 600,
        channels: 3,
        background: 'teal',
        noise: { type: 'gaussian', mean: 90, sigma: 60 },
      },
    });
  [jpeg, png, webp] = await Promise.all([
    noise()
      .withExif({
        IFD0: { Copyright: 'planted-marker', Make: 'planted-marker' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer(),
    noise().png().toBuffer(),
    noise().webp().toBuffer(),
  ]);
});

async function keep(file: Uint8Array): Promise<Buffer> {
  const result = await reEncodePicture(file);
  if ('fault' in result) throw new Error(result.fault);
  return result.picture;
}

test('each of the three formats becomes a square WebP', async () => {
  for (const file of [jpeg, png, webp]) {
    expect(await sharp(await keep(file)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  }
});

test('U01 nothing that was planted behind or inside a picture is kept', async () => {
  for (const file of [jpeg, png, webp]) {
    const kept = await keep(Buffer.concat([file, Buffer.from(planted.join(''))]));
    for (const payload of planted) expect(kept.includes(payload)).toBe(false);
  }
});

test('U04 place, device, profile and thumbnail are gone', async () => {
  expect(jpeg.includes('planted-marker')).toBe(true);
  const kept = await keep(jpeg);
  const { exif, icc, iptc, xmp, orientation } = await sharp(kept).metadata();
  expect({ exif, icc, iptc, xmp, orientation }).toEqual({});
  expect(kept.includes('planted-marker')).toBe(false);
});

test('a picture is kept the way up it is shown', async () => {
  const upright = await sharp({ create: { width: 40, height: 80, channels: 3, background: 'white' } })
    .composite([{ input: { create: { width: 40, height: 40, channels: 3, background: 'black' } }, gravity: 'north' }])
    .jpeg()
    .withMetadata({ orientation: 3 })
    .toBuffer();
  const { data } = await sharp(await keep(upright))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:9/"/></svg>';
test.each([
  ['SVG', Buffer.from(svg)],
  ['SVG behind a byte order mark', Buffer.from(`\uFEFF${svg}`)],
  ['SVG in UTF-16', Buffer.from(svg, 'utf16le')],
  ['SVGZ', gzipSync(svg)],
  ['HTML', Buffer.from('<!doctype html><script>1</script>')],
  [
    'XML with an entity',
    Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ],
  ['GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ['BMP', Buffer.from('BM______________________')],
  ['TIFF', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
  ['PDF', Buffer.from('%PDF-1.7\n')],
  ['ICO', Buffer.from([0, 0, 1, 0, 1, 0])],
  ['HEIC', Buffer.from('\u0000\u0000\u0000\u0018ftypheic')],
  ['nothing', Buffer.alloc(0)],
])('U02 %s is refused by what it is', async (_, file) => {
  expect(await reEncodePicture(file)).toEqual({ fault: 'not-a-picture' });
});

test('U02 what begins like a picture and goes on as something else is refused, not guessed at', async () => {
  for (const head of [jpeg.subarray(0, 4), png.subarray(0, 16), webp.subarray(0, 12)]) {
    expect(await reEncodePicture(Buffer.concat([head, Buffer.from(svg)]))).toEqual({ fault: 'broken' });
  }
  expect(await reEncodePicture(jpeg.subarray(0, jpeg.length / 2))).toEqual({ fault: 'broken' });
});

test('U03 pictures that would fill the memory are refused by their head', async () => {
  const before = process.memoryUsage().rss;
  for (const [width, height] of [
    [14_000, 14_000],
    [30_000, 1_000],
    [1_000_000, 25],
  ] as const) {
    expect(await reEncodePicture(pngOf({ width, height }))).toEqual({ fault: 'too-many-pixels' });
  }
  const bomb = compressedText('zTXt', Buffer.alloc(200_000_000));
  await reEncodePicture(pngOf({ width: 64, height: 64, chunks: [bomb] }));
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

test('U05 more than ten megabytes are not looked at', async () => {
  expect(await reEncodePicture(Buffer.concat([jpeg, Buffer.alloc(pictureBytesMax)]))).toEqual({ fault: 'too-large' });
});

test('U08 changed bytes end the decoder at worst, and 20 at once are turned away, not piled up', async () => {
  let seed = 1;
  const draw = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  for (let round = 0; round < 6; round += 1) {
    const file = Buffer.from([jpeg, png, webp][round % 3] ?? jpeg);
    for (let change = 0; change < 30; change += 1) file[20 + draw(file.length - 20)] = draw(256);
    const result = await reEncodePicture(file);
    expect('picture' in result || result.fault === 'broken' || result.fault === 'too-many-pixels').toBe(true);
  }
  const crowd = await Promise.all(Array.from({ length: 20 }, () => reEncodePicture(png)));
  const busy = crowd.filter((result) => 'fault' in result && result.fault === 'busy');
  expect(busy).toHaveLength(20 - 8);
});

test('U03 U08 X09 the decoder has no environment, no network, no way to start or write anything, and little memory', () => {
  const { file, args } = findDecoderCommand();
  // Beside it lie the secrets of an installation whose DATA_DIR is in its own folder.
  const packageJson = fileURLToPath(new URL('../../../package.json', import.meta.url));
  const probe = `
    const { writeFileSync, readFileSync } = require('node:fs');
    const tried = (act) => { try { act(); return 'done'; } catch (error) { return error.code ?? error.name; } };
    const net = require('node:net').connect({ host: '192.0.2.1', port: 9 });
    net.on('error', ({ code }) => {
      console.log(JSON.stringify({
        env: Object.keys(process.env).filter((name) => name !== 'PATH' && name !== 'PWD'),
        write: tried(() => writeFileSync('/tmp/decoder-was-here', 'x')),
        read: tried(() => readFileSync('/etc/hostname')),
        readOurs: tried(() => readFileSync('${packageJson}')),
        memory: tried(() => Buffer.alloc(1_500_000_000)),
        start: tried(() => require('node:child_process').execSync('true')),
        net: code,
      }));
    });`;
  const walls = args.slice(0, -1);
  const output = execFileSync(file, [...walls, '-e', probe], {
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { net, memory, ...walled } = JSON.parse(output) as Record<string, unknown>;
  expect(walled).toEqual({
    env: [],
    write: 'ERR_ACCESS_DENIED',
    read: 'ERR_ACCESS_DENIED',
    readOurs: 'ERR_ACCESS_DENIED',
    start: 'ERR_ACCESS_DENIED',
  });
  // Where the system gives no name space or limits, only the other walls stand.
  if (walls.some((arg) => arg.startsWith('--data='))) expect(memory).toBe('RangeError');
  if (file === 'unshare') expect(net).toBe('ENETUNREACH');
});
