import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from '../../shared/problem-texts.ts';

/** What comes from a query, in this room: a panel while it loads, what failed, or what there is. */
export function LoadedPanel<Data>({
  query,
  children,
}: {
  query: LoadingQuery<Data>;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Loaded
      query={query}
      loading={
        <section className="panel">
          <Skeleton>
            <SkeletonShape width="100%" height="12rem" />
          </Skeleton>
        </section>
      }
      failed={problemText(query.error)}
    >
      {children}
    </Loaded>
  );
}
