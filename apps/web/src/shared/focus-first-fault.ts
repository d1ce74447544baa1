/** Moves to the first field that is marked as wrong, once the marks are drawn. */
export function focusFirstFault(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
