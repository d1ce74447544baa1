/** Whether the system has a sheet to share text with. */
export function canShareText(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the system's share sheet; false when it failed. Closing it without sharing is no failure. */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
