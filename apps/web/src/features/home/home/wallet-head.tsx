import { useLingui } from '@lingui/react/macro';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { ShortAddress } from '@tern/ui/address';
import { Bird } from '@tern/ui/bird';
import { IconButton } from '@tern/ui/icon-button';
import { ChevronDownIcon } from '@tern/ui/icons';
import { CopyIcon, QrCodeIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Link } from 'react-router';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { paths } from '../../../shared/paths.ts';

/** Which wallet this is. A press copies its address; the QR code is one press further. */
export function WalletHead(props: {
  wallet: WalletView;
  /** Absent where there is only this one. */
  onSwitch: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const { name, address } = props.wallet;
  return (
    <>
      <button
        type="button"
        className="home-wallet"
        onClick={() => void copyAndTell(address, t`Address copied`, t`Copying failed`)}
      >
        <Mark kind="deep">
          <Bird size={24} />
        </Mark>
        <span className="home-wallet-text">
          <span className="title-3 clip">{name}</span>
          <span className="caption cluster">
            <ShortAddress address={address} />
            <CopyIcon size="xs" />
            <span className="visually-hidden">{t`Copy the address`}</span>
          </span>
        </span>
      </button>
      {props.onSwitch === undefined ? null : (
        <IconButton label={t`Choose a wallet`} aria-haspopup="dialog" onClick={props.onSwitch}>
          <ChevronDownIcon />
        </IconButton>
      )}
      <IconButton
        as={Link}
        to={`${paths.receive}?${new URLSearchParams({ wallet: props.wallet.id })}`}
        label={t`QR code of the address`}
      >
        <QrCodeIcon />
      </IconButton>
    </>
  );
}
