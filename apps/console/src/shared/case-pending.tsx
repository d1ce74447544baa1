import { useLingui } from '@lingui/react/macro';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowLeftIcon } from '@tern/ui/icons';
import type { LoadingQuery } from '@tern/ui/loaded';
import { SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { problemText } from './problem-texts.ts';
import './queue.css';

type CaseList = { readonly to: To; readonly name: string };

/** The way back to the list of which a case is one; seen on the road, where the case has the page. */
export function CaseBack({ list }: { list: CaseList }) {
  return (
    <IconButton as={Link} className="case-back" label={list.name} to={list.to}>
      <ArrowLeftIcon />
    </IconButton>
  );
}

/** A case that is not there: its shapes while it loads, or what failed with a way to try again; both with the way back. */
export function CasePending(props: {
  list: CaseList;
  /** What it would be; its head says so where it could not be loaded. */
  kind: ReactNode;
  query: LoadingQuery<unknown>;
  /** How high its panels will stand, in two columns, as CSS lengths. */
  heights: { readonly start: readonly string[]; readonly end: readonly string[] };
}) {
  const { list, kind, query, heights } = props;
  if (query.error === null) return <CaseShapes list={list} heights={heights} />;
  return (
    <main className="case">
      <header className="case-head">
        <CaseBack list={list} />
        <p className="case-amount">{kind}</p>
      </header>
      <ErrorState note={problemText(query.error)} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    </main>
  );
}

function CaseShapes({ list, heights }: Pick<Parameters<typeof CasePending>[0], 'list' | 'heights'>) {
  const { t } = useLingui();
  return (
    <main className="case" aria-busy="true">
      <header className="case-head">
        <CaseBack list={list} />
        <p className="visually-hidden" role="status">{t`Loading`}</p>
        <div className="case-shapes" aria-hidden="true">
          <SkeletonShape width="10rem" />
          <SkeletonShape width="14rem" height="1.5rem" />
        </div>
      </header>
      <div className="case-body" aria-hidden="true">
        <Panels heights={heights.start} />
        <Panels heights={heights.end} />
      </div>
      <footer className="case-foot" aria-hidden="true">
        <SkeletonShape width="100%" height="2.375rem" />
        <SkeletonShape width="10rem" height="2.375rem" />
        <SkeletonShape width="6rem" height="2.375rem" />
      </footer>
    </main>
  );
}

function Panels({ heights }: { heights: readonly string[] }) {
  return (
    <div className="panels">
      {heights.map((height, at) => (
        // A shape is its place.
        <SkeletonShape key={at} width="100%" height={height} />
      ))}
    </div>
  );
}
