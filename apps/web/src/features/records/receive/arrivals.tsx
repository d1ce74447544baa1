import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { CircleXIcon, CheckIcon } from '@tern/ui/icons';
import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Mark } from '@tern/ui/mark';
import { NowPoint } from '@tern/ui/now-point';
import { Row } from '@tern/ui/row';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatBalance } from '../../../shared/format-amount.ts';
import { useConnected } from '../../../shared/connection.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { findArrivals, findSettled } from './find-arrivals.ts';

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
            <ul>
              {arrivals.map((record) => (
                <li key={record.id}>
                  <Arrival record={record} installation={props.installation} />
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
      {connected ? (
        <Waiting query={newestRecords} underWay={underWay} credited={credited} seen={arrivals.length} />
      ) : (
        <p className="receive-waiting label">
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
          <p className="receive-waiting">
            <SkeletonShape width="11rem" />
          </p>
        </Skeleton>
      }
      failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
    >
      {() =>
        props.underWay > 0 ? null : (
          <p className="receive-waiting label">
            <NowPoint arrived={props.credited > 0} />
            {props.seen === 0 ? <Trans>Waiting for a deposit</Trans> : <Trans>Waiting for the next deposit</Trans>}
          </p>
        )
      }
    </Loaded>
  );
}

function Arrival(props: { record: RecordView; installation: InstallationView }) {
  const { record } = props;
  const hidden = useBalancesHidden();
  const { decimals, symbol } = getAsset(props.installation, record.assetId);
  const { confirmations } = record;
  return (
    <Row
      as={Link}
      to={`${paths.record}?${new URLSearchParams({ id: record.id })}`}
      className="receive-arrival"
      start={
        confirmations !== null ? (
          <ConfirmationRing small confirmations={confirmations} />
        ) : record.status === 'success' ? (
          <Mark kind="positive" large>
            <CheckIcon />
          </Mark>
        ) : (
          <Mark kind="danger" large>
            <CircleXIcon />
          </Mark>
        )
      }
      title={<Amount text={formatBalance(record.amount, decimals, '+')} unit={symbol} hidden={hidden} />}
      note={
        confirmations !== null ? (
          <Trans>
            Seen, <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi> confirmed
          </Trans>
        ) : record.type === 'activation-reward' ? (
          <Trans>Activation reward, credited</Trans>
        ) : record.status === 'success' ? (
          <Trans>Credited</Trans>
        ) : (
          <Trans>Reversed by the network</Trans>
        )
      }
      leads
    />
  );
}
