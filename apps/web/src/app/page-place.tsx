import { memo, useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { PageShapeContext } from '../shared/page-shape.ts';
import { focusHeading } from './focus-heading.ts';
import { notePageArrived } from './page-arrivals.ts';
import type { PageLoad } from './page-load.ts';

type Props = {
  readonly load: PageLoad;
  /** Stands in for the page until it is there. */
  readonly whole: ReactNode;
  /** Stands in for its content alone, while the page waits for its data. */
  readonly content: ReactElement;
  /** Stands in its place where it did not come. */
  readonly failed: (error: unknown) => ReactNode;
};

/** What a route shows: the page, or its shape at once while the page is on its way. */
export function createPagePlace(props: Props): ComponentType {
  // The router makes a new element of it whenever it says where it is.
  return memo(function Place() {
    return <PagePlace {...props} />;
  });
}

function PagePlace({ load, whole, content, failed }: Props) {
  const [page, setPage] = useState(load.now);
  const [fault, setFault] = useState<{ readonly error: unknown }>();
  const [wasAwaited] = useState(page === undefined);
  const isThere = page !== undefined;
  useEffect(() => {
    if (isThere) return;
    let isLeft = false;
    load.start().then(
      (loaded) => isLeft || setPage(loaded),
      (error: unknown) => isLeft || setFault({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [load, isThere]);
  useEffect(() => {
    if (!wasAwaited || !isThere) return;
    focusHeading();
    notePageArrived();
  }, [wasAwaited, isThere]);
  if (fault !== undefined) return failed(fault.error);
  if (page === undefined) return whole;
  return (
    <PageShapeContext value={content}>
      <page.Component />
    </PageShapeContext>
  );
}
