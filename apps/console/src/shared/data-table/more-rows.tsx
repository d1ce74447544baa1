import { Button } from '@tern/ui/button';
import type { ReactNode } from 'react';
import { Refusal } from '../refusal.tsx';
import './data-table.css';

/** The button below a table that reads its next page, as long as there is one. */
export function MoreRows(props: {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** Whether this table has more rows, on a page where several are read by one query. */
  of?: boolean;
  /** What the button says. */
  children: ReactNode;
}) {
  const { query, of = true } = props;
  if (!query.hasNextPage || !of) return null;
  return (
    <div className="data-more">
      <Refusal error={query.isFetchNextPageError ? query.error : null} />
      <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {props.children}
      </Button>
    </div>
  );
}
