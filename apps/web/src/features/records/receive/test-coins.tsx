import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** On a development chain: has the faucet send real coins of that chain to the wallet. */
export function TestCoins(props: { walletId: string; assets: readonly AssetView[] }) {
  const { t } = useLingui();
  const asking = useMutation({
    mutationFn: (asset: AssetView) => api.development.faucet({ walletId: props.walletId, assetId: asset.id }),
    onSuccess: ({ amount }, asset) => {
      const coins = exactAmountWithUnit(amount, asset);
      showToast(t`${coins} are on their way`);
    },
  });
  return (
    <Card>
      <div className="stack gap-3">
        <h2 className="label ink-2">
          <Trans>Development: get test coins</Trans>
        </h2>
        <div className="cluster wrap">
          {props.assets.map((asset) => (
            <Button
              key={asset.id}
              kind="quiet"
              small
              aria-label={t`Get test coins: ${asset.symbol}`}
              busy={asking.isPending && asking.variables.id === asset.id}
              onClick={() => asking.mutate(asset)}
            >
              {asset.symbol}
            </Button>
          ))}
        </div>
        <Refusal error={asking.error} />
      </div>
    </Card>
  );
}
