import { useEffect, useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { ChevronDownIcon } from './icons.tsx';
import './chip.css';

/** A row of filters that scrolls sideways when it must; one is pressed. */
export function FilterChips<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Further filters that open a sheet. */
  children?: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  // Who opens a page by a link sees which filter is on, also where it would begin beyond the edge.
  useEffect(() => {
    list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <div ref={list} className="filters" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="filter"
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
      {props.children}
    </div>
  );
}

/** A filter with many values, chosen in a sheet; pressed while one is chosen. */
export function FilterButton(props: { chosen: boolean; children: ReactNode } & ComponentPropsWithoutRef<'button'>) {
  const { chosen, children, ...rest } = props;
  return (
    <button {...rest} type="button" className="filter" aria-haspopup="dialog" aria-pressed={chosen}>
      {children}
      <ChevronDownIcon size="xs" />
    </button>
  );
}
