import { Plural, Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { PriceView } from '@tern/contracts/routes/wallets';
import { LeadAmount } from '@tern/ui/amount';
import { Coin } from '@tern/ui/coin';
import { Alert } from '@tern/ui/notice';
import { formatPrice } from '../../../shared/format-price.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useCurrency } from '../../../shared/use-currency.ts';
import { priceSourceNames } from '../shared/price-source-names.tsx';
import { usePriceInUnit } from '../shared/use-price-text.ts';

/** What one coin costs, who says so and since when; and why alerts wait, where they do. */
export function PriceNow(props: { price: PriceView | null; judged: boolean; asset: AssetView; readAtMs: number }) {
  const { price, asset } = props;
  const { symbol, staleAt } = useCurrency();
  const inUnit = usePriceInUnit();
  return (
    <>
      <section className="stack">
        <h2 className="cluster label">
          <Coin assetId={asset.id} small />
          <Trans>Price of {asset.symbol}</Trans>
        </h2>
        {price === null ? (
          <p className="ink-2">
            <Trans>no price data</Trans>
          </p>
        ) : (
          <>
            <LeadAmount text={formatPrice(inUnit(price.price))} unit={symbol} />
            <StaleChip rateAt={staleAt} />
            {asset.id === 'usdt' ? null : <SaidBy price={price} readAtMs={props.readAtMs} />}
          </>
        )}
      </section>
      {props.judged && staleAt === undefined ? null : (
        <Alert kind="warning">{problemText({ code: 'ALERT_PRICE_UNKNOWN', data: undefined })}</Alert>
      )}
    </>
  );
}

function SaidBy({ price, readAtMs }: { price: PriceView; readAtMs: number }) {
  const [only, ...others] = price.sources;
  const ageOf = (at: string) => formatDuration((readAtMs - Date.parse(at)) / 1000);
  return (
    <p className="caption">
      {only !== undefined && others.length === 0 ? (
        priceSourceNames[only.source]
      ) : (
        <Plural value={price.sources.length} one="Price from one source" other="Price: median of # sources" />
      )}
      {' · '}
      <Trans>Updated {ageOf(price.at)} ago</Trans>
    </p>
  );
}
