import { Trans, useLingui } from '@lingui/react/macro';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { Bird } from '@tern/ui/bird';
import { Button } from '@tern/ui/button';
import { CheckIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { Link } from 'react-router';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { paths } from '../../../shared/paths.ts';

/** The person's wallets in their order, to look into another one. */
export function WalletSwitchSheet(props: {
  open: boolean;
  wallets: readonly WalletView[];
  shown: string;
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Your wallets`}>
      <ul>
        {props.wallets.map((wallet) => (
          <li key={wallet.id}>
            <Row
              as="button"
              start={
                <Mark kind="deep">
                  <Bird size={24} />
                </Mark>
              }
              title={<bdi>{wallet.name}</bdi>}
              note={<WalletAddress address={wallet.address} />}
              aria-current={wallet.id === props.shown}
              end={wallet.id === props.shown ? <CheckIcon /> : undefined}
              onClick={() => props.onChoose(wallet.id)}
            />
          </li>
        ))}
      </ul>
      <Button as={Link} kind="text" block to={paths.wallets}>
        <Trans>Manage wallets</Trans>
      </Button>
    </Sheet>
  );
}
