import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Amount } from '@tern/ui/amount';
import { ErrorState } from '@tern/ui/error-state';
import { Facts } from '@tern/ui/facts';
import { SkeletonRows } from '@tern/ui/skeleton';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { overviewQuery } from '../../../shared/wallet-queries.ts';

/** What is in one wallet, by coin, and what all of it is worth. */
export function WalletBalances(props: { walletId: string }) {
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { data, error, isFetching, refetch } = useQuery(overviewQuery(props.walletId));
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows count={2} />
    ) : (
      <ErrorState
        note={<Trans>Your money is safe. Your balances could not be read.</Trans>}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="wallets-balances">
      <Facts
        ruled
        facts={[
          ...data.balances.map(({ assetId, posted }) => {
            const { symbol, decimals } = getAsset(installation, assetId);
            return {
              key: assetId,
              term: symbol,
              value: <Amount text={formatBalance(posted, decimals)} hidden={hidden} />,
            };
          }),
          {
            key: 'total',
            term: data.total.complete ? <Trans>Total</Trans> : <Trans>Total without what has no price</Trans>,
            value: <Amount text={currency.format(data.total.value)} unit={currency.symbol} hidden={hidden} />,
            strong: true,
          },
        ]}
      />
    </div>
  );
}
