import type { Sharp } from 'sharp';
import { imageHashBytes, imageHashGrid } from './picture-limits.ts';

/** Less than this between two fields is noise, on a scale of 256. */
const clearly = 3;

/** What a picture looks like: saving it again in another size, format or quality leaves nearly all bits as they are. */
export async function imageHashOf(picture: Sharp): Promise<Buffer> {
  const { columns, rows } = imageHashGrid;
  const fields = await picture
    .flatten({ background: 'white' })
    .greyscale()
    .resize(columns + 1, rows, { fit: 'fill' })
    .raw()
    .toBuffer();
  const imageHash = Buffer.alloc(imageHashBytes);
  for (let bit = 0; bit < columns * rows; bit += 1) {
    const at = Math.floor(bit / columns) * (columns + 1) + (bit % columns);
    if ((fields[at] ?? 0) - (fields[at + 1] ?? 0) > clearly)
      imageHash[bit >> 3] = (imageHash[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
  return imageHash;
}
