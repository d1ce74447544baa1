import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetSettings } from '@tern/contracts/routes/home';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Checkbox } from '@tern/ui/checkbox';
import { Coin } from '@tern/ui/coin';
import { IconButton } from '@tern/ui/icon-button';
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { useAssetSettingsChange } from './home-queries.ts';
import { moveUp } from './arrange-assets.ts';

/** Which assets are listed, and in what order. What is hidden still counts in the total. */
export function ManageAssetsSheet(props: {
  open: boolean;
  /** In the order shown. */
  assets: readonly AssetView[];
  settings: AssetSettings;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { assets, settings } = props;
  const change = useAssetSettingsChange();
  const order = assets.map(({ id }) => id);
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t`Manage tokens`}
      note={<Trans>Hidden tokens still count towards the total.</Trans>}
    >
      <ul>
        {assets.map((asset, at) => {
          const isHidden = settings.hidden.includes(asset.id);
          return (
            <li key={asset.id}>
              <Row
                start={<Coin assetId={asset.id} />}
                title={asset.symbol}
                note={isHidden ? <Trans>Hidden</Trans> : asset.name}
                end={
                  <span className="cluster home-manage">
                    <IconButton
                      label={t`Move ${asset.symbol} up`}
                      className="home-manage-up"
                      disabled={at === 0}
                      onClick={() => change.mutate({ ...settings, firstOnes: moveUp(order, asset.id) })}
                    >
                      <ChevronDownIcon size="s" />
                    </IconButton>
                    <IconButton
                      label={isHidden ? t`Show ${asset.symbol}` : t`Hide ${asset.symbol}`}
                      aria-pressed={isHidden}
                      onClick={() =>
                        change.mutate({
                          ...settings,
                          hidden: isHidden
                            ? settings.hidden.filter((id) => id !== asset.id)
                            : [...settings.hidden, asset.id],
                        })
                      }
                    >
                      {isHidden ? <EyeOffIcon size="s" /> : <EyeIcon size="s" />}
                    </IconButton>
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
      <Checkbox checked={settings.hideSmall} onChange={(hideSmall) => change.mutate({ ...settings, hideSmall })}>
        <Trans>Hide tokens worth less than 1</Trans>
      </Checkbox>
      {change.isError ? (
        <Alert kind="danger" announce>
          <Trans>Saving failed</Trans>
        </Alert>
      ) : null}
    </Sheet>
  );
}
