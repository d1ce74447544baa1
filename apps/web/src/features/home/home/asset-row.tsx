import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Coin } from '@tern/ui/coin';
import { Row, RowLine } from '@tern/ui/row';
import { Suspense } from 'react';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatSignedShare } from '../../../shared/format-share.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { AvailableNote } from './available-note.tsx';
import { priceBesideWorth } from './price-beside-worth.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { Sparkline } from './load-later.ts';
import { changeOf } from './price-course.ts';
import { usePriceText } from '../shared/use-price-text.ts';

/** One asset: its price and what that did in a day, what is held, what that is worth. Opens the asset. */
export function AssetRow(props: {
  asset: AssetView;
  balance: BalanceView;
  /** The price over the last day at equal steps; undefined in gaps. */
  course: readonly (number | undefined)[];
  onOpen: () => void;
  /** Whether it is what is shown beside the list; undefined where it opens as a sheet. */
  current: boolean | undefined;
}) {
  const { asset, balance } = props;
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const value = balance.value === null ? null : currency.format(balance.value);
  return (
    <Row
      as="button"
      className="home-asset"
      aria-haspopup={props.current === undefined ? 'dialog' : undefined}
      aria-current={props.current === true ? true : undefined}
      onClick={props.onOpen}
      start={<Coin assetId={asset.id} />}
      title={
        <RowLine end={<Amount text={formatBalance(balance.posted, asset.decimals)} hidden={hidden} />}>
          <span className="cluster between">
            {asset.symbol}
            <Suspense>
              <Sparkline values={props.course} />
            </Suspense>
          </span>
        </RowLine>
      }
      note={
        <>
          <RowLine end={value === null ? null : <Amount text={value} unit={currency.symbol} hidden={hidden} />}>
            <PriceNow asset={asset} balance={balance} course={props.course} />
          </RowLine>
          {balance.held === '0' ? null : (
            <span className="row-note">
              <AvailableNote asset={asset} balance={balance} hidden={hidden} />
            </span>
          )}
        </>
      }
    />
  );
}

/** What one costs, with its unit and its change; an old price or rate says how old it is instead. */
function PriceNow(props: Pick<Parameters<typeof AssetRow>[0], 'asset' | 'balance' | 'course'>) {
  const { asset, balance } = props;
  const currency = useCurrency();
  const priceText = usePriceText();
  const price = priceBesideWorth(balance, asset.decimals);
  if (price === null) return <Trans>no price</Trans>;
  const priceAt = balance.price?.stale === true ? balance.price.at : undefined;
  const change = changeOf(props.course);
  return (
    <span className="home-price">
      <bdi dir="ltr">{priceText(price)}</bdi>
      {priceAt !== undefined || currency.staleAt !== undefined ? (
        <StaleChip priceAt={priceAt} rateAt={currency.staleAt} />
      ) : change === undefined || change === 0 ? null : (
        <bdi dir="ltr" className={change < 0 ? 'danger' : 'positive'}>
          {formatSignedShare(change)}
        </bdi>
      )}
    </span>
  );
}
