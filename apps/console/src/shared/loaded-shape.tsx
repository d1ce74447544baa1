import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from './problem-texts.ts';

/** What comes from a query: one shape of about its size while it loads, what failed, or what there is. */
export function LoadedShape<Data>({
  query,
  width = '100%',
  height,
  children,
}: {
  query: LoadingQuery<Data>;
  width?: string;
  height: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Loaded
      query={query}
      loading={
        <Skeleton>
          <SkeletonShape width={width} height={height} />
        </Skeleton>
      }
      failed={problemText(query.error)}
    >
      {children}
    </Loaded>
  );
}
