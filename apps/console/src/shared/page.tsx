import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from './problem-texts.ts';

/** A page of the console over one question: its head, and its body once there is an answer. */
export function Page<Answer>(props: {
  title: ReactNode;
  aside?: ReactNode;
  query: LoadingQuery<Answer>;
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
        <Loaded
          query={query}
          loading={
            <Skeleton>
              <SkeletonShape width="24rem" height="6rem" />
            </Skeleton>
          }
          failed={problemText(query.error)}
        >
          {props.children}
        </Loaded>
      </div>
    </main>
  );
}
