import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Coin } from '@tern/ui/coin';
import { CheckIcon } from '@tern/ui/icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';

export type TokenChoiceProps = {
  title: string;
  installation: InstallationView;
  chosen: AssetView['id'];
  assetIds: readonly AssetView['id'][];
  balances: readonly BalanceView[];
  onChoose: (assetId: AssetView['id']) => void;
};

/** The tokens that a side can be, with what the person has of each. */
export function TokenSheet(props: TokenChoiceProps & { open: boolean; onClose: () => void }) {
  const hidden = useBalancesHidden();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={props.title}>
      <ul>
        {props.assetIds.map((assetId) => {
          const asset = getAsset(props.installation, assetId);
          const balance = props.balances.find((each) => each.assetId === assetId);
          return (
            <li key={assetId}>
              <Row
                as="button"
                aria-current={assetId === props.chosen ? 'true' : undefined}
                start={<Coin assetId={assetId} />}
                title={asset.symbol}
                note={asset.name}
                end={
                  <span className="cluster">
                    <Amount
                      text={formatBalance(balance?.available ?? '0', asset.decimals)}
                      unit={asset.symbol}
                      hidden={hidden}
                    />
                    {assetId === props.chosen ? <CheckIcon size="s" /> : null}
                  </span>
                }
                onClick={() => {
                  props.onClose();
                  props.onChoose(assetId);
                }}
              />
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
