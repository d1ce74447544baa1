import { Trans } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { LeadAmount } from '@tern/ui/amount';
import { formatList } from '../../../shared/format-list.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { HideBalancesButton } from '../../../shared/inside/hide-balances-button.tsx';
import { useCurrency } from '../../../shared/use-currency.ts';
import { DayChange } from './day-change.tsx';

/** What everything is worth in the currency unit; says so when something held has no price. */
export function Total(props: { overview: OverviewView; installation: InstallationView }) {
  const { overview, installation } = props;
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const { value, complete } = overview.total;
  const unpriced = overview.balances
    .filter((balance) => balance.value === null && balance.posted !== '0')
    .map((balance) => getAsset(installation, balance.assetId).symbol);
  return (
    <section className="stack home-total" aria-labelledby="total-title">
      <div className="home-total-head caption">
        <h2 className="caption" id="total-title">
          <Trans>Total</Trans>
        </h2>
        <HideBalancesButton small />
      </div>
      <LeadAmount size="display" dimDecimals text={currency.format(value)} unit={currency.symbol} hidden={hidden} />
      {hidden ? null : <DayChange walletId={overview.wallet.id} installation={installation} />}
      {hidden ? (
        <p className="label ink-3 home-total-note">
          <Trans>Amounts are hidden everywhere</Trans>
        </p>
      ) : complete ? null : (
        <p className="label ink-2 home-total-note">
          <Trans>Incomplete: without {formatList(unpriced, 'unit')}, which has no price now</Trans>
        </p>
      )}
    </section>
  );
}
