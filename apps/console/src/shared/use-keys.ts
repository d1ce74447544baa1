import { useEffect, useEffectEvent } from 'react';

/** Calls what a key stands for, unless somebody is writing, holds a modifier, or has a dialog before them. */
export function useKeys(keys: Readonly<Record<string, () => void>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isWriting = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    // A dialog asks about what lies behind it, which no key may exchange meanwhile.
    if (document.querySelector('dialog[open]') !== null) return;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
