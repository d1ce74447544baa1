import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Chip } from '@tern/ui/chip';
import { Coin } from '@tern/ui/coin';
import { ClockIcon } from '@tern/ui/inside-icons';
import { Row, RowLine } from '@tern/ui/row';
import { Sparkline } from '@tern/ui/sparkline';
import { useState, type ReactNode } from 'react';
import { formatBalance, formatPrice } from '../../../shared/format-amount.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { useCurrency } from '../../../shared/use-currency.ts';

/** One asset: its price and where that comes from, what is held, what that is worth. Opens the asset. */
export function AssetRow(props: {
  asset: AssetView;
  balance: BalanceView;
  /** The price over the last day at equal steps; undefined in gaps. */
  course: readonly (number | undefined)[];
  onOpen: () => void;
}) {
  const { asset, balance } = props;
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const value = balance.value === null ? null : currency.format(balance.value);
  return (
    <Row
      as="button"
      className="home-asset"
      aria-haspopup="dialog"
      onClick={props.onOpen}
      start={<Coin assetId={asset.id} />}
      title={
        <RowLine end={<Amount text={formatBalance(balance.posted, asset.decimals)} hidden={hidden} />}>
          <span className="home-symbol">
            {asset.symbol}
            <Sparkline values={props.course} />
          </span>
        </RowLine>
      }
      note={
        <>
          <RowLine end={value === null ? null : <Amount text={value} hidden={hidden} />}>
            <Price price={balance.price} />
          </RowLine>
          {balance.held === '0' ? null : (
            <span className="home-held">
              <Trans>
                <Amount text={formatBalance(balance.held, asset.decimals)} hidden={hidden} /> on its way out
              </Trans>
            </span>
          )}
        </>
      }
    />
  );
}

const sources: Record<NonNullable<BalanceView['price']>['source'], ReactNode> = {
  operator: <Trans>set by the operator</Trans>,
  chain: <Trans>from the chain</Trans>,
  ticker: <Trans>from the market</Trans>,
};

/** What one costs and who says so. */
export function Price(props: { price: BalanceView['price'] }) {
  const { price } = props;
  if (price === null) return <Trans>no price</Trans>;
  return (
    <span className="home-price">
      <bdi dir="ltr">{formatPrice(price.price)}</bdi>
      {price.stale ? <StaleChip at={price.at} /> : <span>{sources[price.source]}</span>}
    </span>
  );
}

function StaleChip(props: { at: string }) {
  // The age is that of the moment the price was shown; every new answer shows it anew.
  const [shownAtMs] = useState(Date.now);
  const age = formatDuration((shownAtMs - Date.parse(props.at)) / 1000);
  return (
    <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
      <Trans>Price {age} old</Trans>
    </Chip>
  );
}
