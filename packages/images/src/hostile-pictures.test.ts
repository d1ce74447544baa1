import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reEncodeEvidence } from './re-encode-evidence.ts';
import { decodeInTurn } from './run-decoder.ts';
import {
  animatedWebp,
  compressedText,
  exifOf,
  jpegSegment,
  pngChunk,
  pngOf,
  readWebp,
  webpChunk,
  webpHeader,
  webpOf,
  withJpegSize,
  withPngChunks,
  withRepeatedScan,
  withSegments,
} from './testing/picture-parts.ts';

// Goal: whatever somebody sends, what is kept is a WebP of nothing but pixels, or the file is refused with the right reason;
// in a process that may die, within bounded memory and time, and nothing is left on the disk. Method: each file is made
// here, goes the way of every picture, and what becomes of it is said in one line.

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
let files = 0;
let scene: Sharp;
let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;
let lossless: Buffer;
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 90, sigma: 60 } as const;
  const drawn = sharp({ create: { width: 96, height: 64, channels: 3, background: 'teal', noise } });
  scene = sharp(await drawn.png().toBuffer());
  [jpeg, png, webp, lossless] = await Promise.all([
    scene.clone().jpeg().toBuffer(),
    scene.clone().png().toBuffer(),
    scene.clone().webp().toBuffer(),
    scene.clone().resize(16, 16).webp({ lossless: true }).toBuffer(),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Planted wherever a format has room for it. None of it may be in what is kept. */
const planted = 'planted-marker';
const script = `<script>${planted}</script>`;
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(26), Buffer.from(`${planted}.class`)]);
const traces = [planted, '<script', 'PK\u0003\u0004', '%PDF', 'Exif', 'xpacket', 'MZ\u0090\0'];

/** What is kept of a file in words: its size in pixels, or why nothing is. */
async function becomes(bytes: Uint8Array): Promise<string> {
  const file = join(folder, `picture${(files += 1)}`);
  writeFileSync(file, bytes);
  const read = await reEncodeEvidence(file);
  rmSync(file);
  if ('fault' in read) return read.fault;
  const parts = readWebp(read.picture).map(({ type }) => type);
  const { format, width, height, pages = 1, exif, icc, iptc, xmp } = await sharp(read.picture).metadata();
  const told = Object.entries({ exif, icc, iptc, xmp }).filter(([, data]) => data !== undefined);
  const left = [
    ...told.map(([name]) => name),
    ...parts.filter((part) => !['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(part)),
    ...traces.filter((trace) => read.picture.includes(Buffer.from(trace, 'latin1'))),
  ];
  return [`${format} ${width}x${height}`, ...(pages > 1 ? [`${pages} frames`] : []), ...left].join(' with ');
}

type Becoming = readonly (readonly [name: string, becomes: string, file: Uint8Array])[];

/** All of them, as many at a time as the decoder takes on. */
async function expectBecoming(corpus: Becoming): Promise<void> {
  const found: [string, string][] = [];
  const waiting = [...corpus];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      found.push([next[0], await becomes(next[2])]);
    }
  };
  await Promise.all([work(), work()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(corpus.map(([name, wanted]) => [name, wanted])));
  expect(readdirSync(folder), 'files left behind').toEqual([]);
}

const whole = 'webp 96x64';
const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const behind = (file: Buffer, ...more: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([file, ...more.map((each) => Buffer.from(each))]);
const chunksOf = (file: Buffer): Buffer[] => readWebp(file).map(({ type, data }) => webpChunk(type, data));

test('U01 a file that is a picture and something else is kept as the picture alone', async () => {
  // Its first segment is as long as the characters that begin a comment of JavaScript say.
  const comment = Buffer.alloc(0x2f2a - 2, 0x20);
  const junk = webpChunk('JUNK', text(script));
  const asScript = Buffer.concat([jpeg.subarray(0, 2), text('\xff\xe0/*'), comment, jpeg.subarray(2)]);
  await expectBecoming([
    ['JPEG and HTML', whole, behind(withSegments(jpeg, [jpegSegment(0xfe, text(script))]), `<!doctype html>${script}`)],
    ['JPEG and JavaScript', whole, behind(asScript, `*/=1;'${planted}'`)],
    ['JPEG and PDF', whole, withSegments(jpeg, [jpegSegment(0xfe, text(`%PDF-1.7\n${planted}`))])],
    ['JPEG and a Java archive', whole, behind(jpeg, zip)],
    ['PNG and ZIP', whole, behind(png, zip)],
    ['PNG and PHP', whole, withPngChunks(png, [pngChunk('tEXt', text(`a\0<?php '${planted}'`))])],
    [
      'PNG and a program',
      whole,
      behind(withPngChunks(png, [pngChunk('prVt', text(script))]), text(`MZ\x90\0${planted}`)),
    ],
    ['WebP, HTML and ZIP', whole, behind(webpOf([webpHeader([], 96, 64), ...chunksOf(webp), junk]), zip)],
  ]);
});

test('U01 U02 what begins as anything else is refused by what it is, a picture behind it or not', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${planted}</script></svg>`;
  const entity = '<!DOCTYPE svg [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]>';
  const [gif, tiff] = await Promise.all([scene.clone().gif().toBuffer(), scene.clone().tiff().toBuffer()]);
  const heads: Readonly<Record<string, Buffer>> = {
    'GIF and JavaScript': text(`GIF89a/*${'\0'.repeat(20)}*/=1;`),
    'a GIF': gif,
    'a TIFF': tiff,
    'TIFF from the other end': text('MM\0*\0\0\0\b'),
    'large TIFF': text('II+\0\b\0\0\0'),
    BMP: text('BM\x36\0\0\0\0\0\0\0'),
    ICO: text('\0\0\x01\0\x01\0'),
    HEIC: text('\0\0\0\x18ftypheic'),
    AVIF: text('\0\0\0\x18ftypavif'),
    MP4: text('\0\0\0\x18ftypisom'),
    'JPEG 2000': text('\0\0\0\x0cjP  \r\n\x87\n'),
    'JPEG XL': text('\xff\x0a\0\0'),
    'JPEG XL in a box': text('\0\0\0\x0cJXL \r\n\x87\n'),
    Photoshop: text('8BPS\0\x01'),
    OpenEXR: text('\x76\x2f\x31\x01'),
    Radiance: text('#?RADIANCE\n'),
    'portable pixels': text('P6 1 1 255 abc'),
    FITS: text('SIMPLE  =                    T'),
    MNG: text('\x8aMNG\r\n\x1a\n'),
    AVI: text('RIFF\x10\0\0\0AVI LIST'),
    WAVE: text('RIFF\x10\0\0\0WAVEfmt '),
    'PNG sent as text': text('\x89PNG\n\x1a\n'),
    PDF: text('%PDF-1.7\n'),
    ZIP: zip,
    'a Windows program': text('MZ\x90\0'),
    'a Linux program': text('\x7fELF'),
    WebAssembly: text('\0asm\x01\0\0\0'),
    HTML: text(`<!doctype html>${script}`),
    SVG: text(svg),
    'SVG behind spaces': text(`\n\t ${svg}`),
    'SVG with an external entity': text(`<?xml version="1.0"?>${entity}<svg>&x;</svg>`),
    'SVG that includes a file': text('<svg><image href="file:///etc/passwd"/><use href="//127.0.0.1:9/a#b"/></svg>'),
    'SVG behind a byte order mark': Buffer.from(`\uFEFF${svg}`),
    'SVG in UTF-16': Buffer.from(`\uFEFF${svg}`, 'utf16le'),
    'compressed SVG': gzipSync(svg),
    'a style sheet': text('<?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?><a/>'),
    'nothing but zeros': Buffer.alloc(4_096),
    'one byte of a JPEG': text('\xff'),
    'half the mark of a PNG': png.subarray(0, 4),
  };
  await expectBecoming([
    ['nothing', 'not-a-picture', Buffer.alloc(0)],
    ...Object.entries(heads).flatMap(([name, head]) => [
      [name, 'not-a-picture', head] as const,
      [`${name}, then a PNG`, 'not-a-picture', behind(head, png)] as const,
    ]),
  ]);
});

test('U01 U05 what begins as a picture and is none, or ends too early, is refused as broken', async () => {
  const at = (file: Buffer, share: number): Buffer => file.subarray(0, Math.floor(file.length * share));
  const turned = Buffer.from(png);
  turned[png.length - 30] = (turned[png.length - 30] ?? 0) ^ 0xff;
  await expectBecoming([
    ['half a JPEG', 'broken', at(jpeg, 0.5)],
    ['half a PNG', 'broken', at(png, 0.5)],
    ['half a WebP', 'broken', at(webp, 0.5)],
    ['a PNG’s head alone', 'broken', png.subarray(0, 33)],
    [
      'SVG behind the head of a JPEG',
      'broken',
      behind(jpeg.subarray(0, 4), '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a PNG with a wrong sum', 'broken', turned],
    ['a WebP that is longer than it is', 'broken', Buffer.concat([text('RIFF\xff\xff\xff\x7f'), webp.subarray(8, 60)])],
    ['a JPEG whose segment never ends', 'broken', behind(jpeg.subarray(0, 2), text('\xff\xe1\xff\xff'), 'x')],
  ]);
});

test('U03 a small file that would be a large picture, or a long one, is refused or costs little', async () => {
  const before = process.memoryUsage().rss;
  const nothing = Buffer.alloc(1);
  const much = Buffer.alloc(50_000_000);
  const progressive = await scene.clone().jpeg({ progressive: true }).toBuffer();
  const frame = Buffer.concat([pngChunk('fcTL', Buffer.alloc(26)), pngChunk('fdAT', Buffer.alloc(16))]);
  const frames = Buffer.alloc(frame.length * 100_000, frame);
  const animation = pngChunk('acTL', Buffer.from([0, 1, 0x86, 0xa0, 0, 0, 0, 0]));
  await expectBecoming([
    ['a PNG of 400 million pixels', 'too-many-pixels', pngOf({ width: 20_000, height: 20_000, rows: nothing })],
    [
      'a PNG of 2 billion pixels a side',
      'broken',
      pngOf({ width: 2_147_483_647, height: 2_147_483_647, depth: 16, colour: 6, rows: nothing }),
    ],
    ['a PNG one row too large', 'too-many-pixels', pngOf({ width: 6_000, height: 4_001, rows: nothing })],
    ['a JPEG of 4 billion pixels', 'too-many-pixels', withJpegSize(jpeg, 65_500, 65_500)],
    [
      'an animated WebP on a large canvas',
      'too-many-pixels',
      animatedWebp(lossless, { frames: 3, width: 7_000, height: 7_000 }),
    ],
    ['100,000 frames of a PNG', whole, withPngChunks(png, [animation, frames])],
    ['10,000 frames of a WebP', 'webp 64x64', animatedWebp(lossless, { frames: 10_000, width: 64, height: 64 })],
    ['50 MB of text in a PNG', whole, withPngChunks(png, [compressedText('zTXt', much)])],
    ['50 MB of a colour profile', whole, withPngChunks(png, [compressedText('iCCP', much)])],
    ['50 MB behind a PNG’s pixels', 'webp 64x64', pngOf({ width: 64, height: 64, rows: much })],
    ['2,000 passes over a JPEG', 'broken', withRepeatedScan(progressive, 2_000)],
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

test('U03 the largest picture there may be is kept', async () => {
  const large = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: 'teal' } });
  const file = await large.jpeg({ progressive: true }).toBuffer();
  await expectBecoming([['24 million pixels', 'webp 1920x1280', file]]);
});

test('U04 place, device, small picture, texts and profiles are gone, and it is kept the way up it was shown', async () => {
  const thumbnail = withSegments(jpeg, [jpegSegment(0xfe, text(planted))]);
  const exif = (orientation: number): Buffer => exifOf({ orientation, maker: planted, thumbnail });
  const inJpeg = (orientation: number): Buffer =>
    withSegments(jpeg, [jpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), exif(orientation)]))]);
  const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${planted}</a></x:xmpmeta><?xpacket end="w"?>`;
  const iptc = text(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x13\x1c\x02\x78\0\x0e${planted}\0`);
  // What is read of them, so that there is something to be gone.
  expect(await sharp(inJpeg(6)).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  expect(inJpeg(6).includes(planted)).toBe(true);
  await expectBecoming([
    ...[1, 3, 99].map((way) => [`EXIF, shown as ${way} says`, whole, inJpeg(way)] as const),
    ...[6, 8].map((way) => [`EXIF, shown as ${way} says`, 'webp 64x96', inJpeg(way)] as const),
    ['EXIF cut off', whole, withSegments(jpeg, [jpegSegment(0xe1, text('Exif\0\0II*\0\b\0\0\0\xff\xff'))])],
    [
      'XMP and IPTC in a JPEG',
      whole,
      withSegments(jpeg, [jpegSegment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${xmp}`)), jpegSegment(0xed, iptc)]),
    ],
    [
      'everything in a PNG',
      'webp 64x96',
      withPngChunks(png, [
        pngChunk('eXIf', exif(6)),
        pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
        pngChunk('tEXt', text(`Author\0${planted}`)),
        compressedText('zTXt', text(planted)),
      ]),
    ],
    [
      'everything in a WebP',
      'webp 64x96',
      webpOf([
        webpHeader(['exif', 'xmp'], 96, 64),
        ...chunksOf(webp),
        webpChunk('EXIF', exif(6)),
        webpChunk('XMP ', text(xmp)),
      ]),
    ],
    ['a profile of wide colours', whole, await scene.clone().withIccProfile('p3').jpeg().toBuffer()],
    ['a profile that is none', whole, withPngChunks(png, [compressedText('iCCP', text(planted))])],
  ]);
});

test('what cameras, scanners and drawing programs write is kept', async () => {
  const from = (change: (picture: Sharp) => Sharp): Promise<Buffer> => change(scene.clone()).toBuffer();
  const size = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } });
  await expectBecoming([
    ['JPEG for print', whole, await from((one) => one.toColourspace('cmyk').jpeg())],
    ['progressive JPEG', whole, await from((one) => one.jpeg({ progressive: true }))],
    ['PNG of 16 bits', whole, await from((one) => one.toColourspace('rgb16').png())],
    ['grey PNG of 16 bits', whole, await from((one) => one.greyscale().toColourspace('grey16').png())],
    ['interlaced PNG', whole, await from((one) => one.png({ progressive: true }))],
    ['PNG of few colours', whole, await from((one) => one.png({ palette: true, colours: 4 }))],
    ['PNG of one bit', 'webp 96x64', pngOf({ width: 96, height: 64 })],
    ['transparent PNG', whole, await from((one) => one.ensureAlpha(0.5).png())],
    ['PNG with a transparent colour', whole, withPngChunks(png, [pngChunk('tRNS', Buffer.alloc(6))])],
    ['lossless WebP', whole, await from((one) => one.webp({ lossless: true }))],
    ['transparent WebP', whole, await from((one) => one.ensureAlpha(0.5).webp())],
    ['animated WebP', 'webp 96x64', animatedWebp(lossless, { frames: 3, width: 96, height: 64 })],
    ['one pixel of a JPEG', 'webp 1x1', await size(1, 1).jpeg().toBuffer()],
    ['one pixel of a PNG', 'webp 1x1', await size(1, 1).png().toBuffer()],
    ['a line', 'webp 1920x1', await size(9_000, 1).png().toBuffer()],
  ]);
});

test('U08 the decoder itself reads three formats, whoever asks it, and is there after all that', async () => {
  const others: Readonly<Record<string, Buffer>> = {
    gif: await scene.clone().gif().toBuffer(),
    tiff: await scene.clone().tiff().toBuffer(),
    svg: text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  };
  for (const [name, input] of Object.entries(others)) {
    expect([name, await decodeInTurn({ mode: 'evidence', input, outputBytesMax: 1_000_000 })]).toEqual([
      name,
      { fault: 'broken' },
    ]);
  }
  expect(await becomes(jpeg)).toBe(whole);
});
