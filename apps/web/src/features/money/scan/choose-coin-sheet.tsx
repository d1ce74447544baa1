import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Coin } from '@tern/ui/coin';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import type { ScanOutcome } from './scan-outcome.ts';

/** The code asks for an amount without saying of what. */
export function ChooseCoinSheet(props: {
  asked: Extract<ScanOutcome, { kind: 'choose-coin' }> | undefined;
  assets: readonly AssetView[];
  onChoose: (path: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { asked } = props;
  return (
    <Sheet
      open={asked !== undefined}
      onClose={props.onClose}
      title={t`Which coin?`}
      note={
        asked === undefined ? undefined : (
          <Trans>
            The code asks for <bdi dir="ltr">{asked.amount}</bdi> but doesn’t say which coin. Ask the receiver if you
            are not sure.
          </Trans>
        )
      }
    >
      <ul>
        {props.assets.map((asset) => (
          <li key={asset.id}>
            <Row
              as="button"
              start={<Coin assetId={asset.id} />}
              title={asset.symbol}
              note={asset.name}
              leads
              onClick={() => asked && props.onChoose(asked.pathFor(asset.id))}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
