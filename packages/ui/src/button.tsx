import type { ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { PolymorphicProps } from './polymorphic.ts';
import './button.css';

type ButtonVariant = {
  /** At most one `primary` per screen or sheet. */
  kind?: 'primary' | 'ink' | 'quiet' | 'text' | 'danger';
  block?: boolean;
  small?: boolean;
  /** Under way: the label stays, a ring turns before it, presses do nothing. */
  busy?: boolean;
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
    children,
    ...rest
  } = props as PolymorphicProps<'button', ButtonVariant>;
  const Element: ElementType = as ?? 'button';
  const own = as === undefined ? { type: 'button' as const, ...rest } : rest;
  return (
    <Element
      {...own}
      className={classNames(
        'button',
        `button-${kind}`,
        block && 'button-block',
        small && 'button-small',
        rest.className,
      )}
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
