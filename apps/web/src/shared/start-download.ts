/**
 * Hands a file to the browser's downloads. By a link, because the browser drops a change of the page's address when a sheet's
 * entry leaves its history at the same moment. `fileName` may be left out where the answer names itself.
 */
export function startDownload(address: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

/** The same with what is in memory. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  startDownload(address, fileName);
  // The download reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
