import { useLingui } from '@lingui/react/macro';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { Bird } from '@tern/ui/bird';
import { IconButton } from '@tern/ui/icon-button';
import { ChevronDownIcon } from '@tern/ui/icons';
import { CopyIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';

/** Which wallet this is: a press on it leads to the others, the button beside it copies its address, where it has one. */
export function WalletHead(props: { wallet: WalletView; onSwitch: () => void }) {
  const { t } = useLingui();
  const { name, address } = props.wallet;
  return (
    <>
      <button type="button" className="home-wallet" aria-haspopup="dialog" onClick={props.onSwitch}>
        <Mark kind="deep">
          <Bird size={24} />
        </Mark>
        <span className="stack">
          <span className="title-3 cluster">
            <span className="clip">{name}</span>
            <ChevronDownIcon size="s" />
          </span>
          <span className="caption">
            <WalletAddress address={address} />
            <span className="visually-hidden">{t`Choose a wallet`}</span>
          </span>
        </span>
      </button>
      {address === null ? null : (
        <IconButton
          label={t`Copy the address`}
          onClick={() => void copyAndTell(address, t`Address copied`, t`Copying failed`)}
        >
          <CopyIcon size="s" />
        </IconButton>
      )}
    </>
  );
}
