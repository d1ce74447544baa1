import { useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import { Segmented } from '@tern/ui/segmented';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { networkName } from '../../../shared/inside/network-name.ts';
import { AddressActions } from './address-actions.tsx';
import { readPaymentRequest } from './payment-link.ts';
import { QrPicture } from './qr-picture.tsx';
import { useAddressImage } from './use-address-image.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  address: string;
  installation: InstallationView;
  assets: readonly AssetView[];
  coin: AssetView['id'] | undefined;
};

/** A link that fills in address and amount for whoever opens it in a wallet. The bare address stays the first choice. */
export function PaymentLinkSheet({ open, onClose, address, installation, assets, coin }: Props) {
  const { t } = useLingui();
  const [assetId, setAssetId] = useState(coin);
  const [typed, setTyped] = useState('');
  const asset = assets.find(({ id }) => id === assetId) ?? assets[0];
  if (asset === undefined) return null;
  const request = readPaymentRequest(address, asset, typed);
  const faults = {
    'not-a-number': t`Enter a number, for example 12.5`,
    separators: t`Leave out thousands separators, so that the amount is clear.`,
    'too-many-decimals': t`This coin does not have that many decimals.`,
    'too-large': t`This number is too large.`,
    zero: t`Enter an amount above zero.`,
  };
  const error = 'fault' in request && request.fault !== 'empty' ? faults[request.fault] : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Request an amount`}
      note={t`Not every wallet supports these links. If one doesn’t, use the address.`}
    >
      <Segmented
        label={t`Coin`}
        value={asset.id}
        options={assets.map(({ id, symbol }) => ({ value: id, label: symbol }))}
        onChange={setAssetId}
      />
      <TextField
        label={t`Amount`}
        inputMode="decimal"
        autoComplete="off"
        ltr
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        suffix={<span className="control-suffix">{asset.symbol}</span>}
      />
      {'link' in request ? (
        <LinkView
          link={request.link}
          address={address}
          network={networkName(installation.network)}
          what={`${typed} ${asset.symbol}`}
        />
      ) : null}
    </Sheet>
  );
}

function LinkView(props: { link: string; address: string; network: string; what: string }) {
  const { t } = useLingui();
  const { link, address, network, what } = props;
  const image = useAddressImage(link, { address, network: `${what} · ${network}` });
  return (
    <>
      <div className="receive-card">
        <QrPicture image={image} label={t`QR code of the payment link`} />
        <bdi dir="ltr" className="receive-link caption center long-words" translate="no">
          {link}
        </bdi>
      </div>
      <AddressActions text={link} copied={t`Link copied`} image={image} fileName={`${address}-request.png`} />
    </>
  );
}
