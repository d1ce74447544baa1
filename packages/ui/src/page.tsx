import { createContext, use, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PageNotice } from './page-notice.ts';
import './page.css';

/** True in a list that stands beside the page that was opened from it: that one has the landmark and the first heading. */
export const StandsBeside = createContext(false);

/** One column: bar above, content, and what stays at the lower edge. */
export function Page(props: {
  bar?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
  gap?: 'small' | 'medium' | 'large';
}) {
  const besides = use(StandsBeside);
  const notice = use(PageNotice);
  return (
    <div className="page">
      {props.bar}
      {besides ? null : notice}
      <div
        role={besides ? undefined : 'main'}
        className={classNames('page-main', `page-main-${props.gap ?? 'medium'}`)}
      >
        {props.children}
      </div>
      {props.foot === undefined ? null : <footer className="page-foot">{props.foot}</footer>}
    </div>
  );
}

/** The bar of an inner page: back, title in the middle, at most one action. */
export function AppBar(props: { title: ReactNode; back?: ReactNode; action?: ReactNode }) {
  const [Bar, Heading] = useBarElements();
  return (
    <Bar className="app-bar">
      <span className="app-bar-side">{props.back}</span>
      <Heading className="title-3 app-bar-title" tabIndex={-1}>
        {props.title}
      </Heading>
      <span className="app-bar-side app-bar-end">{props.action}</span>
    </Bar>
  );
}

/** The bar of a tab's first page: large title, actions at the end. */
export function LargeAppBar(props: { title: ReactNode; actions?: ReactNode }) {
  const [Bar, Heading] = useBarElements();
  return (
    <Bar className="app-bar app-bar-large">
      <Heading className="title-1 grow" tabIndex={-1}>
        {props.title}
      </Heading>
      {props.actions}
    </Bar>
  );
}

/** The bar of a list that stands beside a page is not the banner of the window, and its title not the first heading. */
function useBarElements(): readonly ['div', 'h2'] | readonly ['header', 'h1'] {
  return use(StandsBeside) ? ['div', 'h2'] : ['header', 'h1'];
}
