/** Hands a text to the browser as a file to be kept. */
export function saveFile(name: string, text: string) {
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/** Hands a file to the browser to be kept. */
export function saveBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
