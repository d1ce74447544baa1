import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { SearchOption } from './search-options.ts';
import type { Palette } from './use-palette.ts';

/** The options in their groups. The one that Enter opens is in sight. */
export function OptionList(props: { id: string; idOf: (path: string) => string; palette: Palette }) {
  const { t, i18n } = useLingui();
  const { palette, idOf } = props;
  return (
    <div id={props.id} className="palette-list" role="listbox" aria-label={t`Results`} aria-busy={palette.waits}>
      {palette.groups.map(({ name, options }) => (
        <div key={name.id} role="group" aria-label={i18n._(name)}>
          <p className="palette-group" role="presentation">
            {i18n._(name)}
          </p>
          {options.map((option) => (
            <Option key={option.path} id={idOf(option.path)} option={option} palette={palette} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ id, option, palette }: { id: string; option: SearchOption; palette: Palette }) {
  const isActive = palette.active === option;
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-option"
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => isActive || palette.point(option)}
      onClick={() => palette.choose(option)}
    >
      <bdi className="palette-title">{option.title}</bdi>
      {option.note === null ? null : <span className="ink-2">{option.note}</span>}
    </button>
  );
}
