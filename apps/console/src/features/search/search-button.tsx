import { Trans } from '@lingui/react/macro';
import { SearchIcon } from '@tern/ui/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchPalette } from './search-palette.tsx';
import './search.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search over the page, as Ctrl-K does on every page. While something is to be signed, nothing comes before that. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isShortcut || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) setOpen(true);
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
        onClick={() => setOpen(true)}
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
      {open ? <SearchPalette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
