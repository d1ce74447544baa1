import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { Coin } from '@tern/ui/coin';
import { BellIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { formatBalance } from '../../../shared/format-amount.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { RecordRow } from '../../../shared/inside/records/record-row.tsx';
import { priceBesideWorth } from './price-beside-worth.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { AvailableNote } from './available-note.tsx';
import { ClosingNote } from './closing-note.tsx';
import { PriceChart } from './price-chart.tsx';
import { usePriceText } from '../shared/use-price-text.ts';

type Shown = { asset: AssetView; balance: BalanceView };

const recordsShown = 5;

/** One asset of the wallet: what is there, what can be done, what happened last. */
export function AssetSheet(props: {
  shown: Shown | undefined;
  walletId: string;
  /** It stands beside the list instead of above it. */
  beside: boolean;
  onClose: () => void;
}) {
  const { shown } = props;
  if (props.beside) {
    return shown === undefined ? null : (
      <section className="home-beside" aria-labelledby="beside-title">
        <div>
          <h2 className="title-2" id="beside-title">
            <Title asset={shown.asset} />
          </h2>
          <p className="caption">{shown.asset.name}</p>
        </div>
        <AssetBody key={shown.asset.id} {...props} shown={shown} />
      </section>
    );
  }
  return (
    <Sheet
      open={shown !== undefined}
      onClose={props.onClose}
      title={shown === undefined ? undefined : <Title asset={shown.asset} />}
      note={shown?.asset.name}
    >
      {shown === undefined ? null : <AssetBody {...props} shown={shown} />}
    </Sheet>
  );
}

/** Its face, its symbol and where it lives. */
function Title({ asset }: { asset: AssetView }) {
  return (
    <span className="cluster">
      <Coin assetId={asset.id} small />
      {asset.symbol}
      <Chip>Tron</Chip>
    </span>
  );
}

function AssetBody(props: { shown: Shown; walletId: string }) {
  const { asset, balance } = props.shown;
  const hidden = useBalancesHidden();
  const way = (path: string) => `${path}?${new URLSearchParams({ coin: asset.id, wallet: props.walletId })}`;
  return (
    <>
      <div className="stack">
        <LeadAmount text={formatBalance(balance.posted, asset.decimals)} unit={asset.symbol} hidden={hidden} />
        <Worth {...props.shown} />
      </div>
      {asset.id === 'usdt' ? (
        <p className="caption">
          <Trans>Every price is first given in USDT, so USDT has no price of its own.</Trans>
        </p>
      ) : (
        <PriceChart asset={asset} balance={balance} />
      )}
      <ClosingNote asset={asset} closing={balance.closing} />
      <div className="cluster wrap home-asset-ways">
        <Button as={Link} needsConnection to={way(paths.transfer)}>
          <Trans>Transfer</Trans>
        </Button>
        {balance.closing?.closed === true ? null : (
          <>
            <Button as={Link} kind="quiet" to={way(paths.receive)}>
              <Trans>Receive</Trans>
            </Button>
            <Button as={Link} kind="quiet" needsConnection to={way(paths.swap)}>
              <Trans>Swap</Trans>
            </Button>
          </>
        )}
      </div>
      <Row
        as={Link}
        slim
        start={<BellIcon />}
        title={<Trans>Price alerts</Trans>}
        leads
        to={`${paths.priceAlerts}?${new URLSearchParams({ coin: asset.id })}`}
      />
      <LastRecords asset={asset} walletId={props.walletId} />
    </>
  );
}

/** What it is worth, and what of it can be used now; of reward tokens also at which price. */
function Worth({ asset, balance }: Shown) {
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const priceText = usePriceText();
  const paid = priceBesideWorth(balance, asset.decimals);
  return (
    <>
      <p className="caption">
        {balance.value === null ? (
          <Trans>no price</Trans>
        ) : (
          <Amount text={currency.format(balance.value)} unit={currency.symbol} hidden={hidden} />
        )}
        {' · '}
        <AvailableNote asset={asset} balance={balance} hidden={hidden} />
      </p>
      {asset.id !== 'usdt' || currency.staleAt === undefined || hidden ? null : (
        // The others say it beside their price.
        <p className="cluster wrap">
          <StaleChip rateAt={currency.staleAt} />
        </p>
      )}
      {paid === null || paid === balance.price?.price || asset.id !== 'reward' ? null : (
        <p className="caption">
          <Trans>
            Valued at what a swap pays now: <bdi dir="ltr">{priceText(paid)}</bdi> per {asset.symbol}
          </Trans>
        </p>
      )}
    </>
  );
}

function LastRecords({ asset, walletId }: { asset: AssetView; walletId: string }) {
  const newest = useInfiniteQuery(recordsQuery({ filter: 'all', assetId: asset.id, walletId }));
  return (
    <Loaded
      query={newest}
      loading={<SkeletonRows count={3} />}
      failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
    >
      {({ pages }) => (
        <Records
          records={pages.flatMap((page) => page.records).slice(0, recordsShown)}
          asset={asset}
          walletId={walletId}
        />
      )}
    </Loaded>
  );
}

function Records(props: { records: readonly RecordView[]; asset: AssetView; walletId: string }) {
  const { records, asset, walletId } = props;
  if (records.length === 0) {
    return (
      <p className="list-none">
        <Trans>No records for this coin yet.</Trans>
      </p>
    );
  }
  return (
    <section className="stack">
      <h3 className="label ink-2">
        <Trans>Latest records</Trans>
      </h3>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <RecordRow record={record} asset={asset} dated />
          </li>
        ))}
      </ul>
      <Button
        as={Link}
        kind="text"
        block
        to={`${paths.records}?${new URLSearchParams({ coin: asset.id, wallet: walletId })}`}
      >
        <Trans>View all records</Trans>
      </Button>
    </section>
  );
}
