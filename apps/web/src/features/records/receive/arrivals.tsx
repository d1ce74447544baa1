import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { NowPoint } from '@tern/ui/now-point';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { lazy, Suspense, useState } from 'react';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { findArrivals, findSettled } from './find-arrivals.ts';

/** Most who open the page wait for something that is not there yet. */
const Arrival = lazy(async () => ({ default: (await import('./arrival.tsx')).Arrival }));

/** From waiting over "n of 19" to credited, for every deposit that arrives while the page is open. */
export function Arrivals(props: { walletId: string; installation: InstallationView }) {
  const { t } = useLingui();
  const newestRecords = useInfiniteQuery(recordsQuery({ filter: 'in', walletId: props.walletId }));
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
      )}
      <Loaded
        query={newestRecords}
        loading={
          <Skeleton>
            <p className="cluster receive-waiting">
              <SkeletonShape width="11rem" />
            </p>
          </Skeleton>
        }
        failed={<Trans>Your money is safe. The list could not be reached.</Trans>}
      >
        {() =>
          underWay > 0 ? null : (
            <p className="cluster receive-waiting label">
              <NowPoint arrived={credited > 0} />
              {arrivals.length === 0 ? (
                <Trans>Waiting for a deposit</Trans>
              ) : (
                <Trans>Waiting for the next deposit</Trans>
              )}
            </p>
          )
        }
      </Loaded>
    </section>
  );
}
