import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { formatLocale } from '../../../shared/format-locale.ts';
import { formatList } from '../../../shared/format-list.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { dayChangeQuery } from './home-queries.ts';

/** What prices did in a day; nothing while it is not known, and what it leaves out where a price is missing. */
export function DayChange(props: { walletId: string; installation: InstallationView }) {
  const currency = useCurrency();
  const { data } = useQuery(dayChangeQuery(props.walletId));
  if (data === undefined) return <p className="label home-total-note home-change" aria-hidden="true" />;
  const unpriced = formatList(
    data.without.map((assetId) => getAsset(props.installation, assetId).symbol),
    'unit',
  );
  if (data.basisPoints === null) {
    return (
      <p className="label ink-2 home-total-note home-change">
        {data.without.length === 0 ? null : <Trans>No change known: no price of {unpriced} from yesterday</Trans>}
      </p>
    );
  }
  const isLoss = data.amount.startsWith('-');
  const sign = data.amount === '0' ? undefined : isLoss ? '−' : '+';
  const amount = `${sign ?? ''}${currency.format(isLoss ? data.amount.slice(1) : data.amount)}`;
  const percent = new Intl.NumberFormat(formatLocale(), {
    style: 'percent',
    minimumFractionDigits: 2,
    signDisplay: 'never',
  }).format(data.basisPoints / 10_000);
  return (
    <p className="label home-total-note home-change">
      <span className={sign === undefined ? 'ink-2' : isLoss ? 'home-change-down' : 'home-change-up'}>
        <bdi dir="ltr">{amount}</bdi> (<bdi dir="ltr">{`${sign ?? ''}${percent}`}</bdi>)
      </span>{' '}
      <span className="ink-2">
        {data.without.length === 0 ? (
          <Trans>by prices in 24 hours</Trans>
        ) : (
          <Trans>by prices in 24 hours, without {unpriced}</Trans>
        )}
      </span>
    </p>
  );
}
