import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Card } from '@tern/ui/card';
import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { NowPoint } from '@tern/ui/now-point';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { lazy, Suspense, useState } from 'react';
import { useConnected } from '../../../shared/connection.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { findArrivals, findSettled } from './find-arrivals.ts';

/** Most who open the page wait for something that is not there yet. */
const Arrival = lazy(async () => ({ default: (await import('./arrival.tsx')).Arrival }));

/** From waiting over "n of 19" to credited, for every deposit that arrives while the page is open. */
export function Arrivals(props: { walletId: string; installation: InstallationView }) {
  const { t } = useLingui();
  const newestRecords = useInfiniteQuery(recordsQuery({ filter: 'in', walletId: props.walletId }));
  const connected = useConnected();
  const newest = newestRecords.data?.pages[0]?.records;
  const [settledBefore, setSettledBefore] = useState<ReadonlySet<string>>();
  if (newest !== undefined && settledBefore === undefined) setSettledBefore(findSettled(newest));
  const arrivals = newest === undefined || settledBefore === undefined ? [] : findArrivals(newest, settledBefore);
  const underWay = arrivals.filter(({ status }) => status === 'confirming').length;
  const credited = arrivals.filter(({ status }) => status === 'success').length;
  return (
    <section className="stack gap-3" aria-label={t`Arriving now`}>
      <p className="visually-hidden" role="status">
        {arrivals.length === 0 ? '' : t`Seen: ${underWay}, credited: ${credited}`}
      </p>
      {arrivals.length === 0 ? null : (
        <>
          <OutdatedNote query={newestRecords} />
          <Card flush>
            <Suspense>
              <ul>
                {arrivals.map((record) => (
                  <li key={record.id}>
                    <Arrival record={record} installation={props.installation} />
                  </li>
                ))}
              </ul>
            </Suspense>
          </Card>
        </>
      )}
      {connected ? (
        <Waiting query={newestRecords} underWay={underWay} credited={credited} seen={arrivals.length} />
      ) : (
        <p className="cluster receive-waiting label">
          <Trans>Deposits appear here when you are connected again.</Trans>
        </p>
      )}
    </section>
  );
}

/** The point of now while nothing is under way; said only where somebody would be told of what comes. */
function Waiting(props: { query: LoadingQuery<unknown>; underWay: number; credited: number; seen: number }) {
  return (
    <Loaded
      query={props.query}
      loading={
        <Skeleton>
          <p className="cluster receive-waiting">
            <SkeletonShape width="11rem" />
          </p>
        </Skeleton>
      }
      failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
    >
      {() =>
        props.underWay > 0 ? null : (
          <p className="cluster receive-waiting label">
            <NowPoint arrived={props.credited > 0} />
            {props.seen === 0 ? <Trans>Waiting for a deposit</Trans> : <Trans>Waiting for the next deposit</Trans>}
          </p>
        )
      }
    </Loaded>
  );
}
