import sharp from 'sharp';

/** What home screens that take icons as they are expect: corners cut at this share of the side. */
const cornerShare = 0.22;

/**
 * The app's mark as a square PNG with transparency, `side` pixels wide. `rounded` cuts the corners. Throws for anything
 * that is no SVG.
 */
export async function drawIcon(
  svg: string,
  { side, rounded }: { readonly side: number; readonly rounded: boolean },
): Promise<Buffer> {
  const square = sharp(Buffer.from(svg)).resize(side, side).ensureAlpha();
  const radius = side * cornerShare;
  const kept = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${radius}"/></svg>`,
  );
  return await (rounded ? square.composite([{ input: kept, blend: 'dest-in' }]) : square)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
