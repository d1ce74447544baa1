import type { ElementType, ReactNode } from 'react';
import type { PolymorphicProps } from './polymorphic.ts';
import './dock.css';

/** The main actions on the deep block; labels may wrap to two lines, icons stay aligned. */
export function Dock(props: { label: string; children: ReactNode }) {
  return (
    <nav className="dock" aria-label={props.label}>
      {props.children}
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
