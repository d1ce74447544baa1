import type { ReactElement, ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** What is shown of a query; those of TanStack fit. */
export type LoadingQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/** What comes from a query: its shape while it loads, what failed with a way to try again, or what there is. */
export function Loaded<Data>(props: {
  query: LoadingQuery<Data>;
  /** The shape of what comes: never nothing, or nobody knows whether something comes. */
  loading: ReactElement;
  /** What could not be loaded, said only while there is nothing from before to show. */
  failed: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error === null) return props.loading;
  return <ErrorState note={props.failed} retrying={isFetching} onRetry={() => void refetch()} />;
}
