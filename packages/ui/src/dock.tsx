import { Children, type ElementType, type ReactNode } from 'react';
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

export function DockItem<Element extends ElementType = 'a'>(
  props: PolymorphicProps<Element, { icon: ReactNode; label: string }>,
) {
  const { as, icon, label, ...rest } = props as PolymorphicProps<'a', { icon: ReactNode; label: string }>;
  const Element: ElementType = as ?? 'a';
  return (
    <Element {...rest} className="dock-item">
      {icon}
      <span>{label}</span>
    </Element>
  );
}
