import type { ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ChevronRightIcon } from './icons.tsx';
import type { PolymorphicProps } from './polymorphic.ts';
import './row.css';

type RowVariant = {
  /** Icon, coin or round mark at the start. */
  start?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Amount, state or value at the end. */
  end?: ReactNode;
  /** Leads somewhere: shows the chevron. */
  leads?: boolean;
  /** A settings row of 50 px with a line above every one but the first. */
  slim?: boolean;
};

/** One line of a list. With `as` it is a link or a button, without it plain content. */
export function Row<Element extends ElementType = 'div'>(props: PolymorphicProps<Element, RowVariant>) {
  const { as, start, title, note, end, leads, slim, ...rest } = props as PolymorphicProps<'div', RowVariant>;
  const Element: ElementType = as ?? 'div';
  const own = (Element as string) === 'button' ? { type: 'button', ...rest } : rest;
  return (
    <Element
      {...own}
      className={classNames('row', slim && 'row-slim', as !== undefined && 'row-pressable', rest.className)}
    >
      {start}
      <Words apart={slim === true && note === undefined}>
        <span className="row-text">
          <span className="row-title">{title}</span>
          {note === undefined ? null : <span className="row-note">{note}</span>}
        </span>
        {end === undefined ? null : <span className="row-end">{end}</span>}
      </Words>
      {leads ? (
        <span className="row-chevron">
          <ChevronRightIcon size="s" />
        </span>
      ) : null}
    </Element>
  );
}

/** What a setting is called and what it is: the second moves below the first before a word of either is broken. */
function Words(props: { apart: boolean; children: ReactNode }) {
  return props.apart ? <span className="row-words">{props.children}</span> : props.children;
}

/** Title or note of a row with what belongs to it at the end; where both have no room, the end moves below. */
export function RowLine(props: { end: ReactNode; children: ReactNode }) {
  return (
    <span className="row-line">
      <span className="row-line-start">{props.children}</span>
      <span className="row-line-end">{props.end}</span>
    </span>
  );
}
