import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import { Amount } from '@tern/ui/amount';
import { Coin } from '@tern/ui/coin';
import { CheckIcon, ChevronDownIcon } from '@tern/ui/icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';

/** The coin that is sent, with what there is of it; opens the list of coins. */
export function CoinField(props: {
  installation: InstallationView;
  options: readonly TransferOptionView[];
  value: TransferOptionView;
  onChange: (assetId: AssetView['id']) => void;
}) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const { installation, value } = props;
  const asset = getAsset(installation, value.assetId);
  return (
    <>
      <button type="button" className="transfer-coin" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        <Coin assetId={asset.id} />
        <span className="grow stack">
          <span className="body-strong">{asset.symbol}</span>
          <span className="caption">
            <Available option={value} asset={asset} />
          </span>
        </span>
        <ChevronDownIcon />
      </button>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t`Choose a coin`}>
        <ul>
          {props.options.map((option) => {
            const each = getAsset(installation, option.assetId);
            const { id, symbol, name } = each;
            return (
              <li key={id}>
                <Row
                  as="button"
                  aria-current={id === value.assetId ? 'true' : undefined}
                  start={<Coin assetId={id} />}
                  title={symbol}
                  note={name}
                  end={
                    <span className="cluster">
                      <AvailableAmount option={option} asset={each} />
                      {id === value.assetId ? <CheckIcon size="s" /> : null}
                    </span>
                  }
                  onClick={() => {
                    setChoosing(false);
                    props.onChange(id);
                  }}
                />
              </li>
            );
          })}
        </ul>
      </Sheet>
    </>
  );
}

function Available(props: { option: TransferOptionView; asset: AssetView }) {
  return (
    <Trans>
      Available <AvailableAmount option={props.option} asset={props.asset} />
    </Trans>
  );
}

function AvailableAmount({ option, asset }: { option: TransferOptionView; asset: AssetView }) {
  const hidden = useBalancesHidden();
  return <Amount text={formatBalance(option.available, asset.decimals)} unit={asset.symbol} hidden={hidden} />;
}
