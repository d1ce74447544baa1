import { beginMoving } from './when-still.ts';

/**
 * Opens the dialog below the edge of the screen and lets it rise once the browser has drawn it there: what moves is then a
 * finished picture. Returns what is called where the dialog goes before it has risen.
 */
export function raiseSheet(sheet: HTMLDialogElement): () => void {
  const stand = beginMoving();
  let frame = 0;
  const rise = (): void => {
    sheet.dataset['up'] = '';
    void settleMotion(sheet).then(stand);
  };
  // A layer of its own: it is drawn once, and only moved then.
  sheet.style.willChange = 'translate';
  sheet.showModal();
  // A page that nobody sees draws no frames.
  if (document.hidden) rise();
  else frame = requestAnimationFrame(() => (frame = requestAnimationFrame(rise)));
  return () => {
    cancelAnimationFrame(frame);
    stand();
  };
}

/** Closes the dialog; resolves once it has left the screen. */
export async function lowerSheet(sheet: HTMLDialogElement): Promise<void> {
  const stand = beginMoving();
  sheet.close();
  delete sheet.dataset['up'];
  await settleMotion(sheet);
  stand();
}

async function settleMotion(sheet: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(sheet.getAnimations().map(async (animation) => animation.finished));
}
