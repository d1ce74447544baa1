import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { OutdatedNote, useIsOutdated } from '../../../shared/inside/outdated-note.tsx';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';
import { useNetworkDelayed } from '../../../shared/inside/records/network-delay.tsx';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { RecordRow } from '../../../shared/inside/records/record-row.tsx';
import { balanceChange, changeSign, isUnderWay, secondsLeft } from '../../../shared/inside/records/record-rules.ts';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { paths } from '../../../shared/paths.ts';
import { receiveQuery } from '../../../shared/wallet-queries.ts';

type Props = { walletId: string; installation: InstallationView };

const latestShown = 3;
/** More are in the records. */
const underWayShown = 3;

/** What comes in or goes out right now, each with its confirmations. */
export function OnItsWay({ walletId, installation }: Props) {
  const { t } = useLingui();
  const query = useInfiniteQuery(recordsQuery({ filter: 'all', walletId }));
  const isOutdated = useIsOutdated(query);
  const underWay = (query.data?.pages[0]?.records ?? []).filter(isUnderWay).slice(0, underWayShown);
  if (underWay.length === 0) return null;
  return (
    <section aria-label={t`On its way`}>
      <Card flush>
        <ul>
          {underWay.map((record) => (
            <li key={record.id}>
              <UnderWay record={record} installation={installation} isOutdated={isOutdated} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function UnderWay(props: { record: RecordView; installation: InstallationView; isOutdated: boolean }) {
  const { record, installation } = props;
  const hidden = useBalancesHidden();
  const { decimals, symbol } = getAsset(installation, record.assetId);
  const { confirmations } = record;
  const amount = {
    text: formatBalance(balanceChange(record), decimals, changeSign(record)),
    unit: symbol,
    hidden,
  };
  return (
    <Row
      as={Link}
      className="home-way"
      to={`${paths.record}?${new URLSearchParams({ id: record.id })}`}
      start={
        confirmations === null ? (
          <Mark large>
            <HourglassIcon />
          </Mark>
        ) : (
          <ConfirmationRing small confirmations={confirmations} />
        )
      }
      title={
        record.direction === 'out' ? (
          <Trans>
            <Amount {...amount} /> outgoing
          </Trans>
        ) : (
          <Trans>
            <Amount {...amount} /> incoming
          </Trans>
        )
      }
      note={
        // How long it takes is not known where nobody says how far it is now.
        confirmations === null || props.isOutdated ? (
          <RecordStatus record={record} />
        ) : (
          <Left record={record} confirmations={confirmations} />
        )
      }
      leads
    />
  );
}

function Left(props: { record: RecordView; confirmations: NonNullable<RecordView['confirmations']> }) {
  const { seen, required } = props.confirmations;
  const { data: terms } = useQuery(receiveQuery(props.record.walletId));
  const isDelayed = useNetworkDelayed(true);
  // Nobody knows how long the rest takes while blocks do not become final.
  if (terms === undefined || isDelayed || seen >= required) {
    return (
      <Trans>
        {seen} of {required} confirmations
      </Trans>
    );
  }
  const left = formatDuration(secondsLeft(props.confirmations, terms));
  return (
    <Trans>
      {seen} of {required} confirmations, about {left} left
    </Trans>
  );
}

/** What happened last in the wallet. Nothing where nothing ever has. */
export function Latest({ walletId, installation }: Props) {
  const newest = useInfiniteQuery(recordsQuery({ filter: 'all', walletId }));
  if (newest.data?.pages[0]?.records.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="latest-title">
      <div className="cluster between home-latest-head">
        <h2 className="title-3" id="latest-title">
          <Trans>Latest records</Trans>
        </h2>
        <Button as={Link} kind="text" small to={`${paths.records}?${new URLSearchParams({ wallet: walletId })}`}>
          <Trans>All records</Trans>
        </Button>
      </div>
      <Loaded
        query={newest}
        loading={<SkeletonRows count={latestShown} />}
        failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
      >
        {({ pages }) => (
          <>
            <OutdatedNote query={newest} />
            <ul>
              {(pages[0]?.records ?? []).slice(0, latestShown).map((record) => (
                <li key={record.id}>
                  <RecordRow record={record} asset={getAsset(installation, record.assetId)} dated />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}
