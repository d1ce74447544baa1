/** What is shared: a text, and the picture that says the same where it is drawn. */
export type Shareable = { readonly text: string; readonly picture: File | undefined };

/**
 * Opens the system's share sheet, with the picture where the system takes one. False where there is no such sheet or it
 * failed; closing it without sharing is no failure.
 */
export async function sharePicture({ text, picture }: Shareable): Promise<boolean> {
  // Browsers without a share sheet lack the method.
  if (typeof navigator.share !== 'function') return false;
  const whole = picture && { text, files: [picture] };
  try {
    await navigator.share(whole !== undefined && takesFiles(whole) ? whole : { text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

function takesFiles(data: ShareData): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare(data);
}
