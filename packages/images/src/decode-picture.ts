/**
 * The decoder's own process: a picture on its standard input, what is kept of it on its standard output. It has no
 * environment but PATH, no secrets and no network where the system can take it away, and ends with one picture.
 */
import sharp, { type Sharp } from 'sharp';
import { imageHashOf } from './image-hash-of.ts';
import { decoderExit, evidenceSidePx, keptSidePx, picturePixelsMax } from './picture-limits.ts';

// Every other format the library knows stays out of strangers' reach.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function decode(): Promise<number> {
  const input = await readInput();
  const open = () => sharp(input, { limitInputPixels: picturePixelsMax, sequentialRead: true, failOn: 'error' });
  // The head alone says how large it would get.
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  if (width * height > picturePixelsMax) return decoderExit.tooManyPixels;
  // Nothing of the original file is carried over: no metadata, no colour profile, no further frames.
  const upright = () => open().autoOrient();
  const kept =
    process.argv[2] === 'evidence'
      ? Buffer.concat([await imageHashOf(upright()), await keepWhole(upright())])
      : await upright().resize(keptSidePx, keptSidePx, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(kept, (error) => (error ? reject(error) : resolve()));
  });
  return decoderExit.done;
}

function keepWhole(picture: Sharp): Promise<Buffer> {
  return picture
    .resize(evidenceSidePx, evidenceSidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

process.exitCode = await decode().catch(() => decoderExit.broken);
