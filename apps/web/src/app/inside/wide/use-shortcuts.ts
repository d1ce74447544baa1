import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { areShortcutsOn } from '../../../shared/shortcuts-choice.ts';
import { goKeys } from './go-keys.ts';

/** How long after `g` the second key counts. */
const secondKeyMs = 1_500;

/** Single keys that lead somewhere; never while somebody types, a sheet is open, or they are switched off. */
export function useShortcuts(onExplain: () => void): void {
  const navigate = useNavigate();
  const act = useEffectEvent((key: string, isSecond: boolean) => {
    if (isSecond) {
      const path = [...goKeys].find(([, letter]) => letter === key)?.[0];
      if (path !== undefined) void navigate(path);
      return path !== undefined;
    }
    if (key === '?') onExplain();
    else if (key === 's') void navigate(paths.transfer);
    else return key === '/' && openSearch();
    return true;
  });
  useEffect(() => {
    let goUntil = 0;
    function press(event: KeyboardEvent) {
      if (!areShortcutsOn() || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event)) return;
      const key = keyOf(event);
      // The key that makes capitals comes before the question mark.
      if (key === 'Shift') return;
      // When the person pressed it: a busy page is told of it late.
      const isSecond = event.timeStamp < goUntil;
      goUntil = key === 'g' && !isSecond ? event.timeStamp + secondKeyMs : 0;
      if (act(key, isSecond)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Somebody types, or a sheet has the keys: factors are entered in sheets. */
function isTaken(event: KeyboardEvent): boolean {
  const at = event.target;
  const types = at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'));
  return event.defaultPrevented || event.isComposing || types || document.querySelector('dialog[open]') !== null;
}

/** The letter of the key as Latin keyboards have it, where the language writes others. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}

/** The search of the page; false where it has none. */
function openSearch(): boolean {
  const button = document.querySelector<HTMLElement>('[data-search]');
  if (button?.getAttribute('aria-expanded') === 'false') button.click();
  // The field appears with the next picture.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.pane input[type="search"]')?.focus());
  return button !== null;
}
