/** Hands the picture to the browser's downloads; false where it does not take it. */
export function saveImage(blob: Blob, fileName: string): boolean {
  try {
    const link = document.createElement('a');
    const url = URL.createObjectURL(blob);
    link.href = url;
    link.download = fileName;
    link.click();
    // The download reads the address a moment later.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  }
}
