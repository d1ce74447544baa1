import type { KeyboardEvent } from 'react';

const pageRows = 10;

/** Arrow keys, Page Up and Down, Home and End go from the link of one row to that of another; Enter opens, as links do. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const last = links.length - 1;
  const wanted = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['PageDown', at + pageRows],
    ['PageUp', at - pageRows],
    ['Home', 0],
    ['End', last],
  ]).get(event.key);
  if (wanted === undefined) return;
  event.preventDefault();
  links[Math.min(last, Math.max(0, wanted))]?.focus();
}
