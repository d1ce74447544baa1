import { moveUntil } from './when-still.ts';

/**
 * Opens the dialog below the edge of the screen and lets it rise once the browser has drawn it there: what moves is then a
 * finished picture.
 */
export function raiseSheet(sheet: HTMLDialogElement): void {
  // A layer of its own: it is drawn once, and only moved then.
  sheet.style.willChange = 'translate';
  sheet.showModal();
  const stands = new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (sheet.open) sheet.dataset['up'] = '';
        resolve(settleMotion(sheet));
      }),
    );
  });
  void moveUntil(stands);
}

/** Closes the dialog; resolves once it has left the screen. */
export function lowerSheet(sheet: HTMLDialogElement): Promise<void> {
  sheet.close();
  delete sheet.dataset['up'];
  return moveUntil(settleMotion(sheet));
}

function settleMotion(sheet: HTMLDialogElement): Promise<unknown> {
  return Promise.allSettled(sheet.getAnimations().map((animation) => animation.finished));
}
