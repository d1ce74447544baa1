import { use, type ElementType, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { NeedsConnection } from './needs-connection.ts';
import type { PolymorphicProps } from './polymorphic.ts';
import './button.css';

type ButtonVariant = {
  /** At most one `primary` per screen or sheet. */
  kind?: 'primary' | 'ink' | 'quiet' | 'text' | 'danger';
  block?: boolean;
  small?: boolean;
  /** Under way: the label stays, a ring turns before it, presses do nothing. */
  busy?: boolean;
  /** What it starts asks the server, as all that can be `busy` does unless said otherwise. */
  needsConnection?: boolean;
  children: ReactNode;
};

/** A button, or with `as` a link that looks like one. A disabled button says the reason as its label. */
export function Button<Element extends ElementType = 'button'>(props: PolymorphicProps<Element, ButtonVariant>) {
  const {
    as,
    kind = 'primary',
    block,
    small,
    busy,
    needsConnection = busy !== undefined,
    children,
    ...rest
  } = props as PolymorphicProps<'button', ButtonVariant>;
  const className = classNames(
    'button',
    `button-${kind}`,
    block && 'button-block',
    small && 'button-small',
    rest.className,
  );
  const missing = use(NeedsConnection);
  if (missing !== null && needsConnection && busy !== true) {
    // A small one keeps its label, as it has no room for a sentence.
    const label = small ? { children, 'aria-label': rest['aria-label'] } : { children: missing };
    return <button type="button" disabled title={missing} className={className} {...label} />;
  }
  const Element: ElementType = as ?? 'button';
  const own = as === undefined ? { type: 'button' as const, ...rest } : rest;
  return (
    <Element
      {...own}
      className={className}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true, onClick: stopPress } : {})}
    >
      {busy ? <span className="button-ring" aria-hidden="true" /> : null}
      {children}
    </Element>
  );
}

function stopPress(event: { preventDefault: () => void; stopPropagation: () => void }) {
  event.preventDefault();
  event.stopPropagation();
}
