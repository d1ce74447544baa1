import { randomBytes } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';

/** A PNG nobody has sent yet: a column of random bars on white, as a screen of an account page might be. */
export function newPicture(width = 360, height = 640): Buffer {
  const bars = randomBytes(height);
  const row = (y: number): Buffer => {
    const shade = bars[y - (y % 32)] ?? 0;
    return Buffer.concat([Buffer.of(0), Buffer.alloc(width, y % 32 < 16 ? 255 : shade)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey, nothing interlaced.
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
