import { saveBlob } from '../../../shared/start-download.ts';

/** Hands the picture to the browser's downloads; false where it does not take it. */
export function saveImage(blob: Blob, fileName: string): boolean {
  try {
    saveBlob(blob, fileName);
    return true;
  } catch {
    return false;
  }
}
