import { Trans, useLingui } from '@lingui/react/macro';
import { SearchIcon } from '@tern/ui/icons';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { OptionList } from './option-list.tsx';
import { SearchNote } from './search-note.tsx';
import { usePalette } from './use-palette.ts';

/**
 * One field that leads to everything that has a page: arrow keys choose, Enter opens, Escape closes. The focus stays in the field;
 * readers hear the chosen option from there.
 */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  // The focus goes back to where it was.
  const close = (): void => dialog.current?.close();
  const palette = usePalette({ onClose: close });
  const { typed, groups, active } = palette;
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const idOf = (path: string): string => `${listId}-${path}`;
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t`Search everywhere`}
      // Escape closes it, and so does a press beside it.
      closedby="any"
      onClose={onClose}
    >
      <div className="palette-field">
        <SearchIcon size="s" />
        <input
          role="combobox"
          aria-label={t`Search everywhere`}
          aria-expanded={groups.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : idOf(active.path)}
          placeholder={t`Person, address, transaction id, record, operator or page`}
          value={typed}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={({ target }) => palette.type(target.value)}
          onKeyDown={(event) => onKey(event, palette)}
        />
        <button type="button" className="link" onClick={close}>
          <Trans>Close</Trans>
        </button>
      </div>
      <SearchNote palette={palette} />
      <OptionList id={listId} idOf={idOf} palette={palette} />
    </dialog>
  );
}

function onKey(event: KeyboardEvent<HTMLInputElement>, palette: ReturnType<typeof usePalette>): void {
  // An input method that still composes a word keeps its keys.
  if (event.nativeEvent.isComposing) return;
  const act = new Map<string, () => void>([
    ['ArrowDown', () => palette.move(1)],
    ['ArrowUp', () => palette.move(-1)],
    ['Enter', palette.enter],
  ]).get(event.key);
  if (act === undefined) return;
  event.preventDefault();
  act();
}
