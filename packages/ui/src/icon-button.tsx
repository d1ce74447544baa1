import type { ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { PolymorphicProps } from './polymorphic.ts';
import './button.css';

type IconButtonVariant = {
  /** What it does, for those who do not see the icon. */
  label: string;
  /** Shows the one point that something new waits. */
  point?: boolean;
  children: ReactNode;
};

/** A 44 px target that shows only an icon. */
export function IconButton<Element extends ElementType = 'button'>(
  props: PolymorphicProps<Element, IconButtonVariant>,
) {
  const { as, label, point, children, ...rest } = props as PolymorphicProps<'button', IconButtonVariant>;
  const Element: ElementType = as ?? 'button';
  const own = as === undefined ? { type: 'button' as const, ...rest } : rest;
  return (
    <Element {...own} className={classNames('icon-button', rest.className)} aria-label={label}>
      {children}
      {point ? <span className="icon-button-point" /> : null}
    </Element>
  );
}
