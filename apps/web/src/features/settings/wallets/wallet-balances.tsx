import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Facts } from '@tern/ui/facts';
import { Loaded } from '@tern/ui/loaded';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { TotalStale } from '../../../shared/inside/total-stale.tsx';
import { useCurrency } from '../../../shared/use-currency.ts';
import { overviewQuery } from '../../../shared/overview-query.ts';

/** What is in one wallet, by coin, and what all of it is worth. */
export function WalletBalances(props: { walletId: string }) {
  const overview = useQuery(overviewQuery(props.walletId));
  return (
    <Loaded
      query={overview}
      loading={<SkeletonRows count={2} />}
      failed={<Trans>Couldn’t load your balances. Your money is safe.</Trans>}
    >
      {({ balances, total }) => <Balances balances={balances} total={total} />}
    </Loaded>
  );
}

function Balances({ balances, total }: Pick<OverviewView, 'balances' | 'total'>) {
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const { data: installation } = useSuspenseQuery(installationQuery);
  return (
    <div className="wallets-balances">
      <Facts
        ruled
        facts={[
          ...balances.map(({ assetId, posted }) => {
            const { symbol, decimals } = getAsset(installation, assetId);
            return {
              key: assetId,
              term: symbol,
              value: <Amount text={formatBalance(posted, decimals)} hidden={hidden} />,
            };
          }),
          {
            key: 'total',
            term: total.complete ? <Trans>Total</Trans> : <Trans>Total of coins with a price</Trans>,
            value: (
              <>
                <Amount text={currency.format(total.value)} unit={currency.symbol} hidden={hidden} />{' '}
                {hidden ? null : <TotalStale balances={balances} />}
              </>
            ),
            strong: true,
          },
        ]}
      />
    </div>
  );
}
