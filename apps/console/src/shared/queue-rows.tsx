import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { problemText } from './problem-texts.ts';
import './queue.css';

/** The rows of what waits, beside what is open: shapes while the first of them are read, and a way to try again. */
export function QueueRows<Answer>(props: { query: LoadingQuery<Answer>; children: ReactNode }) {
  const { query } = props;
  return (
    <Loaded query={query} loading={<Shape />} failed={problemText(query.error)}>
      {() => <ul className="queue-rows">{props.children}</ul>}
    </Loaded>
  );
}

function Shape() {
  return (
    <Skeleton>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="queue-shape">
          <SkeletonShape width="60%" height="1rem" />
          <SkeletonShape width="40%" />
        </div>
      ))}
    </Skeleton>
  );
}
