import type { LoadingQuery } from '@tern/ui/loaded';
import type { ReactNode } from 'react';
import { LoadedShape } from './loaded-shape.tsx';

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
        <LoadedShape query={query} width="24rem" height="6rem">
          {props.children}
        </LoadedShape>
      </div>
    </main>
  );
}
