import { findPictureType } from './find-picture-type.ts';
import { pictureBytesMax } from './picture-limits.ts';
import { decodeInTurn, type PictureFault } from './run-decoder.ts';

export { pictureBytesMax } from './picture-limits.ts';

/** The square that is kept, as WebP, or the fault. `busy` when too many pictures wait already. */
export type ReEncoded = { readonly picture: Buffer } | { readonly fault: PictureFault | 'busy' };

/** More than any square of the kept size needs. */
const outputBytesMax = 1024 * 1024;

/**
 * Decodes a stranger's picture in a process of its own and makes a new one from its pixels: nothing of the file itself is
 * kept. Never throws for what the picture is.
 */
export async function reEncodePicture(file: Uint8Array): Promise<ReEncoded> {
  if (file.length > pictureBytesMax) return { fault: 'too-large' };
  if (findPictureType(file) === undefined) return { fault: 'not-a-picture' };
  const decoded = await decodeInTurn({ mode: 'portrait', input: file, outputBytesMax });
  return 'fault' in decoded ? decoded : { picture: decoded.output };
}
