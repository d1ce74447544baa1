import { Trans, useLingui } from '@lingui/react/macro';
import { CircleHelpIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOperator } from '../../shared/operator.ts';
import { RoomTabs } from '../../shared/room-tabs.tsx';
import './books.css';

/** Every page of the room stands in this: its name, the other pages, and what the documents say about them. */
export function BooksFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { role } = useOperator();
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
        <BooksHelpLink />
      </header>
      <RoomTabs label={t`Books`} pages={pages} />
      <div className="page-body">{children}</div>
    </main>
  );
}

/** To what the documents say about the books. */
export function BooksHelpLink() {
  return (
    <Link className="link books-help" to="/books/help">
      <CircleHelpIcon size="s" />
      <Trans>How the books work</Trans>
    </Link>
  );
}
