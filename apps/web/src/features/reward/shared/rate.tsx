import type { AssetView } from '@tern/contracts/routes/installation';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { rateOf } from './swap-rate.ts';

type Side = { units: string; asset: AssetView };

/** What one token cost, all costs included, for example `1 TRX = 0.3096 USDT`. */
export function Rate({ given, taken }: { given: Side; taken: Side }) {
  const rate = rateOf(given, taken);
  if (rate === undefined) return '–';
  const [of, against] = rate.of.id === given.asset.id ? [given, taken] : [taken, given];
  return (
    <bdi
      dir="ltr"
      className="long-words"
    >{`1 ${of.asset.symbol} = ${formatDecimal(rate.price)} ${against.asset.symbol}`}</bdi>
  );
}
