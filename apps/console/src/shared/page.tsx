import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from './problem-texts.ts';

/** A page of the console over one question: its head, and its body once there is an answer. */
export function Page<Answer>(props: {
  title: ReactNode;
  aside?: ReactNode;
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  const { query } = props;
  return (
    <main className="page">
      <header className="page-head">
        <h1>{props.title}</h1>
        {props.aside}
      </header>
      <div className="page-body">
        {query.data !== undefined ? (
          props.children(query.data)
        ) : query.isError ? (
          <ErrorState
            note={problemText(query.error)}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton>
            <SkeletonShape width="24rem" height="6rem" />
          </Skeleton>
        )}
      </div>
    </main>
  );
}
