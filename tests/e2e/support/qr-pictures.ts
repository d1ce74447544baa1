import { writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { renderSVG } from 'uqr';

/** How a code stands in the picture that a camera takes of it. */
export type Pose = {
  readonly rotatedDegrees?: number;
  /** Side of the code in pixels, in a picture of 640 × 480. */
  readonly sidePx?: number;
  /** Share of the light that arrives. */
  readonly light?: number;
};

/** JPEG pictures of codes, as a camera or a gallery holds them; several lie beside each other. */
export async function drawQrPicture(browser: Browser, texts: readonly string[], pose: Pose = {}): Promise<Buffer> {
  const { rotatedDegrees = 0, sidePx = 300, light = 1 } = pose;
  const codes = texts.map((text) => renderSVG(text, { border: 4 }));
  const page = await browser.newPage();
  const encoded = await page.evaluate(drawCodes, { codes, rotatedDegrees, sidePx, light });
  await page.close();
  return Buffer.from(encoded, 'base64');
}

/** Runs in the page. On a canvas: a picture of the page itself would need a window that is shown, which a busy browser lacks. */
async function drawCodes(picture: { readonly codes: readonly string[] } & Required<Pose>): Promise<string> {
  const { codes, rotatedDegrees, sidePx, light } = picture;
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser does not draw');
  context.filter = `brightness(${light})`;
  context.fillStyle = '#8d8577';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [place, code] of codes.entries()) {
    const image = new Image(sidePx, sidePx);
    image.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    await image.decode();
    context.save();
    context.translate((canvas.width * (place + 0.5)) / codes.length, canvas.height / 2);
    context.rotate((rotatedDegrees * Math.PI) / 180);
    context.drawImage(image, -sidePx / 2, -sidePx / 2, sidePx, sidePx);
    context.restore();
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

/** A film of one picture, which Chromium plays as its camera. */
export async function writeFilm(path: string, picture: Buffer): Promise<void> {
  await writeFile(path, Buffer.concat([picture, picture, picture]));
}
