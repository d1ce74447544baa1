import { Trans, useLingui } from '@lingui/react/macro';
import { CircleHelpIcon } from '@tern/ui/inside-icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useOperator } from '../../shared/operator.ts';
import './books.css';

/** Every page of the room stands in this: its name, the other pages, and what the documents say about them. */
export function BooksFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // On a phone the chosen page can be beyond the edge.
  useEffect(() => {
    const chosen = tabs.current?.querySelector('[aria-current]');
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  const pages = [
    { to: '/books', name: t`Trial balance` },
    { to: '/books/journals', name: t`Journals` },
    { to: '/books/days', name: t`Daily close` },
    { to: '/books/reconciliations', name: t`Reconciliation` },
    { to: '/books/fees', name: t`Fees and costs` },
    ...(role === 'viewer' ? [] : [{ to: '/books/statements', name: t`Statements` }]),
    ...(role === 'treasurer' || role === 'administrator' ? [{ to: '/books/export', name: t`Export` }] : []),
    { to: '/books/chart', name: t`Chart of accounts` },
  ];
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>Books</Trans>
        </h1>
        <div className="cluster">
          {aside}
          <Link className="link books-help" to="/books/help">
            <CircleHelpIcon size="s" />
            <Trans>How the books work</Trans>
          </Link>
        </div>
      </header>
      <nav ref={tabs} className="books-tabs" aria-label={t`Books`}>
        {pages.map(({ to, name }) => (
          <NavLink key={to} to={to} end={to === '/books'}>
            {name}
          </NavLink>
        ))}
      </nav>
      <div className="page-body">{children}</div>
    </main>
  );
}
