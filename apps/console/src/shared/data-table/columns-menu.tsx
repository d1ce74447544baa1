import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { SlidersHorizontalIcon } from '@tern/ui/inside-icons';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { DataColumn } from './data-column.ts';

/** Which columns a table shows. Escape, a press or the focus elsewhere close the list. */
export function ColumnsMenu<Row>(props: {
  columns: readonly DataColumn<Row>[];
  shown: Readonly<Record<string, boolean>>;
  onChoose: (shown: Readonly<Record<string, boolean>>) => void;
}) {
  const { columns, shown, onChoose } = props;
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && menu.current?.contains(target) === false) setOpen(false);
  });
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setOpen(false);
    menu.current?.querySelector('button')?.focus();
  });
  useEffect(() => {
    if (!open) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', press, { signal });
    return () => listeners.abort();
  }, [open]);
  return (
    <div ref={menu} className="columns-menu">
      <Button kind="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <SlidersHorizontalIcon size="s" />
        <Trans>Columns</Trans>
      </Button>
      <div id={id} className="columns-list" role="group" aria-label={t`Columns`} hidden={!open}>
        {columns.map(({ id: column, name, fixed }) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={shown[column] ?? false}
              disabled={fixed === true}
              onChange={({ target }) => onChoose({ ...shown, [column]: target.checked })}
            />
            {name}
          </label>
        ))}
      </div>
    </div>
  );
}
