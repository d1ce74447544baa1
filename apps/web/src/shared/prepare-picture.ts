/** Formats the server takes as they are. */
const taken: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
const pictureBytesMax = 10 * 1024 * 1024;
const longestSidePx = 2048;

/**
 * The picture as it is sent. What the server does not take, such as HEIC, and what is larger than `bytesMax`, is made a JPEG
 * where this browser can read it; undefined where it cannot.
 */
export async function preparePicture(file: File, bytesMax = pictureBytesMax): Promise<Blob | undefined> {
  if (taken.has(file.type) && file.size <= bytesMax) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  const scale = Math.min(1, longestSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
