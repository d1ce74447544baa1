import { beginMoving } from './when-still.ts';

/**
 * Opens the dialog below the edge of the screen and lets it rise once the browser has drawn it there: what moves is then a
 * finished picture. Returns what is called where the dialog goes before it has risen.
 */
export function raiseSheet(sheet: HTMLDialogElement): () => void {
  const stand = beginMoving();
  // A layer of its own: it is drawn once, and only moved then.
  sheet.style.willChange = 'translate';
  sheet.showModal();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (sheet.open) sheet.dataset['up'] = '';
      void settleMotion(sheet).then(stand);
    }),
  );
  return stand;
}

/** Closes the dialog; resolves once it has left the screen. */
export async function lowerSheet(sheet: HTMLDialogElement): Promise<void> {
  const stand = beginMoving();
  sheet.close();
  delete sheet.dataset['up'];
  await settleMotion(sheet);
  stand();
}

function settleMotion(sheet: HTMLDialogElement): Promise<unknown> {
  return Promise.allSettled(sheet.getAnimations().map((animation) => animation.finished));
}
