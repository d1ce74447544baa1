import type { ElementType, ReactNode } from 'react';
import type { PolymorphicProps } from './polymorphic.ts';
import './tab-bar.css';

/** The main areas at the lower edge; the coral point marks where one is. */
export function TabBar(props: { label: string; children: ReactNode }) {
  return (
    <nav className="tab-bar" aria-label={props.label}>
      {props.children}
    </nav>
  );
}

type TabVariant = {
  icon: ReactNode;
  label: string;
  /** What waits there, for those who do not see the point. */
  news?: string | undefined;
};

/** One area; drawn as the router's link, which sets `aria-current`. */
export function TabItem<Element extends ElementType = 'a'>(props: PolymorphicProps<Element, TabVariant>) {
  const { as, icon, label, news, ...rest } = props as PolymorphicProps<'a', TabVariant>;
  const Element: ElementType = as ?? 'a';
  return (
    <Element {...rest} className="tab-item">
      <span className="tab-icon">
        {icon}
        {news === undefined ? null : <i className="tab-news" aria-hidden="true" />}
      </span>
      <span>{label}</span>
      {news === undefined ? null : <span className="visually-hidden">, {news}</span>}
    </Element>
  );
}
