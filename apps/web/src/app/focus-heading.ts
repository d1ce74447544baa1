/** Readers and keyboards start at the heading of a page, unless something on it has the focus already. */
export function focusHeading(): void {
  if (document.activeElement === document.body || document.activeElement === null) {
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }
}
