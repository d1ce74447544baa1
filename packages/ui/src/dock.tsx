import { Children, use, type ElementType, type ReactNode } from 'react';
import { NeedsConnection } from './needs-connection.ts';
import type { PolymorphicProps } from './polymorphic.ts';
import './dock.css';

/** The main actions on the deep block; labels may wrap to two lines, icons stay aligned. */
export function Dock(props: { label: string; children: ReactNode }) {
  const items = Children.toArray(props.children);
  const pairs = items.filter((_, index) => index % 2 === 0).map((first, index) => [first, items[2 * index + 1]]);
  return (
    <nav className="dock" aria-label={props.label}>
      {pairs.map((pair, index) => (
        <div key={index} className="dock-pair">
          {pair}
        </div>
      ))}
    </nav>
  );
}

type Item = {
  icon: ReactNode;
  label: string;
  /** What it leads to is of no use while the server cannot be reached. */
  needsConnection?: boolean;
};

export function DockItem<Element extends ElementType = 'a'>(props: PolymorphicProps<Element, Item>) {
  const { as, icon, label, needsConnection, ...rest } = props as PolymorphicProps<'a', Item>;
  const Element: ElementType = as ?? 'a';
  const content = (
    <>
      {icon}
      <span>{label}</span>
    </>
  );
  const missing = use(NeedsConnection);
  if (missing !== null && needsConnection === true) {
    return (
      <span className="dock-item" role="link" aria-disabled="true" title={missing}>
        {content}
      </span>
    );
  }
  return (
    <Element {...rest} className="dock-item">
      {content}
    </Element>
  );
}
