import { findRoom, type Stretch } from './find-room.ts';

const bars = '.tab-bar, .page-foot, .app-bar';
const pressable = 'a[href], button, input, select, textarea, summary, label, [tabindex="0"]';
const gapPx = 8;

/**
 * Lifts what is shown at the lower edge to the lowest place at which it covers a bar, a button, a link or a field of the front
 * layer least: none of them, or no bar where they are everywhere.
 */
export function placeToast(toast: HTMLElement): void {
  toast.style.translate = '';
  const { left, right, bottom, height } = toast.getBoundingClientRect();
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const taken = (selector: string): Stretch[] =>
    [...front.querySelectorAll(selector)]
      .map((element) => element.getBoundingClientRect())
      .filter((rect) => rect.width > 1 && rect.height > 1 && rect.left < right && rect.right > left);
  const room = { top: 0, bottom };
  const place =
    findRoom(height, room, taken(`${bars}, ${pressable}`), gapPx) ?? findRoom(height, room, taken(bars), gapPx);
  if (place !== undefined) toast.style.translate = `0 ${place - bottom}px`;
}
