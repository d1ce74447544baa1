import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import { CheckIcon, ChevronDownIcon, CircleXIcon } from '@tern/ui/icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { useId, useState } from 'react';
import { networkLabel } from '../../../shared/inside/network-label.ts';
import type { TransferForm } from './transfer-form.ts';

/** The network the coin travels on. Only networks that carry the coin are offered. */
export function NetworkField(props: {
  installation: InstallationView;
  asset: AssetView;
  networks: TransferOptionView['networks'];
  value: TransferForm['networkId'];
  error: string | undefined;
  onChange: (networkId: TransferForm['networkId']) => void;
}) {
  const { t } = useLingui();
  const errorId = useId();
  const [choosing, setChoosing] = useState(false);
  const label = networkLabel(props.installation, props.asset);
  return (
    <>
      <button
        type="button"
        className="transfer-network"
        aria-haspopup="dialog"
        aria-describedby={props.error === undefined ? undefined : errorId}
        onClick={() => setChoosing(true)}
      >
        <span className="caption">
          <Trans>Network</Trans>
        </span>
        <span className="label grow transfer-network-name">
          {props.value === undefined ? <Trans>Choose a network</Trans> : label}
        </span>
        <ChevronDownIcon size="s" />
      </button>
      <p
        id={errorId}
        className="field-message field-message-error transfer-network-error"
        role="alert"
        hidden={!props.error}
      >
        <CircleXIcon size="s" />
        <span>{props.error}</span>
      </p>
      <Sheet
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t`Choose a network`}
        note={t`The receiver's wallet must use the same network.`}
      >
        <ul>
          {props.networks.map((id) => (
            <li key={id}>
              <Row
                as="button"
                aria-current={id === props.value ? 'true' : undefined}
                title={label}
                end={id === props.value ? <CheckIcon size="s" /> : undefined}
                onClick={() => {
                  setChoosing(false);
                  props.onChange(id);
                }}
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
