/** Closing the browser's window, letting it time out and having no passkey look alike to a page. */
export function asClosed(error: unknown): null {
  if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
  throw error;
}
