import { crc32, deflateSync } from 'node:zlib';

/** For tests: the parts of picture files, put together by hand into what no encoder would write. */

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function number(value: number, bytes: 2 | 3 | 4, order: 'big' | 'little'): Buffer {
  const data = Buffer.alloc(bytes);
  if (order === 'big') data.writeUIntBE(value, 0, bytes);
  else data.writeUIntLE(value, 0, bytes);
  return data;
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([number(data.length, 4, 'big'), body, number(crc32(body), 4, 'big')]);
}

export type PngShape = {
  readonly width: number;
  readonly height: number;
  /** Bits of one sample. */
  readonly depth?: 1 | 8 | 16;
  /** 0 grey, 2 colour, 6 colour with transparency. */
  readonly colour?: 0 | 2 | 6;
  /** Before the pixels. */
  readonly chunks?: readonly Buffer[];
  /** After the pixels. */
  readonly later?: readonly Buffer[];
  /** Rows as they are compressed; black ones of one bit where nothing is given. */
  readonly rows?: Buffer;
};

/** A PNG of one colour in as few bytes as there can be. */
export function pngOf({ width, height, depth = 1, colour = 0, chunks = [], later = [], rows }: PngShape): Buffer {
  const header = Buffer.concat([
    number(width, 4, 'big'),
    number(height, 4, 'big'),
    Buffer.from([depth, colour, 0, 0, 0]),
  ]);
  const pixels = deflateSync(rows ?? Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([pngHead, pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', pixels), ...later, end]);
}

/** Puts chunks into a PNG behind its header. */
export function withPngChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  const headEnd = pngHead.length + 25;
  return Buffer.concat([png.subarray(0, headEnd), ...chunks, png.subarray(headEnd)]);
}

/** A text of a PNG that was compressed, under a keyword. */
export function compressedText(type: 'zTXt' | 'iCCP', content: Uint8Array): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(content, { level: 9 })]));
}

export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), number(data.length + 2, 2, 'big'), data]);
}

/** Puts segments into a JPEG before all of its own. */
export function withSegments(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Where a segment of one of these markers begins. */
function findSegment(jpeg: Buffer, markers: readonly number[]): number {
  let at = 2;
  while (!markers.includes(jpeg[at + 1] ?? 0)) {
    if (at >= jpeg.length) throw new Error('no such segment');
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return at;
}

/** A JPEG that says it is of another size than it is. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = findSegment(jpeg, [0xc0, 0xc1, 0xc2]);
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** A progressive JPEG whose last pass over the picture is repeated. */
export function withRepeatedScan(jpeg: Buffer, times: number): Buffer {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(scan.length * times, scan), jpeg.subarray(-2)]);
}

export function webpChunk(type: string, data: Uint8Array): Buffer {
  const filled = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(type, 'latin1'), number(data.length, 4, 'little'), data, filled]);
}

export function webpOf(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF'), number(body.length, 4, 'little'), body]);
}

export type WebpChunk = { readonly type: string; readonly data: Buffer };

export function readWebp(file: Buffer): readonly WebpChunk[] {
  const chunks: WebpChunk[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    chunks.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

const webpFlags = { animation: 0x02, xmp: 0x04, exif: 0x08, transparency: 0x10, profile: 0x20 } as const;

/** What an extended WebP begins with: what is in it and how large its canvas is. */
export function webpHeader(has: readonly (keyof typeof webpFlags)[], width: number, height: number): Buffer {
  const flags = has.reduce((sum, each) => sum | webpFlags[each], 0);
  const size = [number(width - 1, 3, 'little'), number(height - 1, 3, 'little')];
  return webpChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), ...size]));
}

/** An animation that shows one small lossless picture again and again on a larger canvas. */
export function animatedWebp(
  picture: Buffer,
  { frames, width, height }: { readonly frames: number; readonly width: number; readonly height: number },
): Buffer {
  const shown = readWebp(picture).find(({ type }) => type === 'VP8L');
  if (shown === undefined) throw new Error('not a lossless WebP');
  const frame = webpChunk('ANMF', Buffer.concat([frameHead, webpChunk('VP8L', shown.data)]));
  const all = Buffer.alloc(frame.length * frames, frame);
  return webpOf([webpHeader(['animation'], width, height), webpChunk('ANIM', Buffer.alloc(6)), all]);
}

/** At the corner, 16 pixels wide and high, for 40 milliseconds. */
const frameHead = Buffer.concat([
  Buffer.alloc(6),
  number(15, 3, 'little'),
  number(15, 3, 'little'),
  number(40, 3, 'little'),
  Buffer.alloc(1),
]);

/** The kinds of values in EXIF, by their numbers, and the bytes of each. */
const exifText = 2;
const exifShort = 3;
const exifLong = 4;
const exifFraction = 5;
const exifBytes: Readonly<Record<number, number>> = { [exifText]: 1, [exifShort]: 2, [exifLong]: 4, [exifFraction]: 8 };

type ExifEntry = readonly [tag: number, kind: number, data: Buffer];

function directory(at: number, entries: readonly ExifEntry[], isFollowed: boolean): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4);
  const rest: Buffer[] = [];
  let free = at + table.length;
  table.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, kind, data]] of entries.entries()) {
    const offset = 2 + index * 12;
    table.writeUInt16LE(tag, offset);
    table.writeUInt16LE(kind, offset + 2);
    table.writeUInt32LE(data.length / (exifBytes[kind] ?? 1), offset + 4);
    if (data.length <= 4) data.copy(table, offset + 8);
    else {
      table.writeUInt32LE(free, offset + 8);
      rest.push(data);
      free += data.length;
    }
  }
  table.writeUInt32LE(isFollowed ? free : 0, table.length - 4);
  return Buffer.concat([table, ...rest]);
}

/** EXIF as a phone writes it: which way up, who made it, where it was taken, and a small picture of its own. */
export function exifOf({
  orientation,
  maker,
  thumbnail,
}: {
  readonly orientation: number;
  readonly maker: string;
  readonly thumbnail: Buffer;
}): Buffer {
  const long = (value: number): Buffer => number(value, 4, 'little');
  const fractions = (...parts: readonly number[]): Buffer =>
    Buffer.concat(parts.flatMap((part) => [long(part), long(1)]));
  const place: readonly ExifEntry[] = [
    [1, exifText, Buffer.from('N\0')],
    [2, exifFraction, fractions(51, 30, 12)],
    [3, exifText, Buffer.from('W\0')],
    [4, exifFraction, fractions(0, 7, 39)],
  ];
  const head = Buffer.concat([Buffer.from('II*\0', 'latin1'), long(8)]);
  const main = (placeAt: number): Buffer =>
    directory(
      head.length,
      [
        [0x010f, exifText, Buffer.from(`${maker}\0`)],
        [0x0112, exifShort, number(orientation, 2, 'little')],
        [0x8825, exifLong, long(placeAt)],
      ],
      true,
    );
  const small = (at: number, thumbnailAt: number): Buffer =>
    directory(
      at,
      [
        [0x0103, exifShort, number(6, 2, 'little')],
        [0x0201, exifLong, long(thumbnailAt)],
        [0x0202, exifLong, long(thumbnail.length)],
      ],
      false,
    );
  // How long a directory is does not depend on what it points to.
  const smallAt = head.length + main(0).length;
  const placeAt = smallAt + small(smallAt, 0).length;
  const placed = directory(placeAt, place, false);
  return Buffer.concat([head, main(placeAt), small(smallAt, placeAt + placed.length), placed, thumbnail]);
}
