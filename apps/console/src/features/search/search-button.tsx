import { Trans } from '@lingui/react/macro';
import { SearchIcon } from '@tern/ui/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchPalette } from './search-palette.tsx';
import './search.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search over the page, as Ctrl-K does on every page. While something is to be signed, nothing comes before that. */
export function SearchButton() {
  // Each opening has its number: that an earlier one has closed is told a moment later, and must not close the next.
  const [shown, setShown] = useState<number>();
  const openings = useRef(0);
  const open = (): void => {
    openings.current += 1;
    setShown(openings.current);
  };
  const close = (opening: number): void => setShown((now) => (now === opening ? undefined : now));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isShortcut || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) open();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="nav-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <SearchIcon size="s" />
        {/* The rail has room for one word. */}
        <span className="nav-search-label" aria-hidden="true">
          <Trans>Search</Trans>
        </span>{' '}
        <span className="visually-hidden">
          <Trans>Search everywhere</Trans>
        </span>
        <kbd aria-hidden="true">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {shown === undefined ? null : <SearchPalette key={shown} onClose={() => close(shown)} />}
    </>
  );
}
