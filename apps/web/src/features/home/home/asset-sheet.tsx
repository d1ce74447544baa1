import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Facts, type Fact } from '@tern/ui/facts';
import { Loaded } from '@tern/ui/loaded';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton';
import { Link } from 'react-router';
import { formatUnits } from '../../../shared/format-amount.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { RecordRow } from '../../../shared/inside/records/record-row.tsx';
import { Price } from './asset-row.tsx';
import { ClosingNote } from './closing-note.tsx';
import { PriceChart } from './price-chart.tsx';

type Shown = { asset: AssetView; balance: BalanceView };

const recordsShown = 5;

/** One asset of the wallet: what is there, what can be done, what happened last. */
export function AssetSheet(props: { shown: Shown | undefined; walletId: string; onClose: () => void }) {
  const { shown } = props;
  return (
    <Sheet open={shown !== undefined} onClose={props.onClose} title={shown?.asset.symbol} note={shown?.asset.name}>
      {shown === undefined ? null : <AssetBody {...props} shown={shown} />}
    </Sheet>
  );
}

function AssetBody(props: { shown: Shown; walletId: string }) {
  const { asset, balance } = props.shown;
  const hidden = useBalancesHidden();
  const amount = (units: string) => (
    <Amount text={formatUnits(units, asset.decimals)} unit={asset.symbol} hidden={hidden} />
  );
  const facts: Fact[] = [
    { key: 'available', term: <Trans>Available</Trans>, value: amount(balance.available), strong: true },
    { key: 'held', term: <Trans>On its way out</Trans>, value: amount(balance.held) },
    { key: 'price', term: <Trans>Price</Trans>, value: <Price price={balance.price} /> },
  ];
  const way = (path: string) => `${path}?${new URLSearchParams({ coin: asset.id, wallet: props.walletId })}`;
  return (
    <>
      {asset.id === 'usdt' ? null : <PriceChart asset={asset} />}
      <Facts ruled facts={facts.filter(({ key }) => key !== 'held' || balance.held !== '0')} />
      <ClosingNote asset={asset} closing={balance.closing} />
      <div className="home-asset-ways">
        <Button as={Link} block to={way(paths.transfer)}>
          <Trans>Transfer</Trans>
        </Button>
        {balance.closing?.closed === true ? null : (
          <>
            <Button as={Link} block kind="quiet" to={way(paths.receive)}>
              <Trans>Receive</Trans>
            </Button>
            <Button as={Link} block kind="quiet" to={way(paths.swap)}>
              <Trans>Swap</Trans>
            </Button>
          </>
        )}
      </div>
      <LastRecords asset={asset} walletId={props.walletId} />
    </>
  );
}

function LastRecords({ asset, walletId }: { asset: AssetView; walletId: string }) {
  const newest = useInfiniteQuery(recordsQuery({ filter: 'all', assetId: asset.id, walletId }));
  return (
    <Loaded
      query={newest}
      loading={<SkeletonRows count={3} />}
      failed={<Trans>Your money is safe. The list could not be reached.</Trans>}
    >
      {({ pages }) => <Records records={pages.flatMap((page) => page.records).slice(0, recordsShown)} asset={asset} />}
    </Loaded>
  );
}

function Records({ records, asset }: { records: readonly RecordView[]; asset: AssetView }) {
  if (records.length === 0) {
    return (
      <p className="home-assets-none">
        <Trans>No records of it yet.</Trans>
      </p>
    );
  }
  return (
    <section className="stack">
      <h3 className="label ink-2">
        <Trans>Last records</Trans>
      </h3>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <RecordRow record={record} asset={asset} dated />
          </li>
        ))}
      </ul>
      <Button as={Link} kind="text" block to={`${paths.records}?${new URLSearchParams({ coin: asset.id })}`}>
        <Trans>All its records</Trans>
      </Button>
    </section>
  );
}
