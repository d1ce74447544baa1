import { Trans } from '@lingui/react/macro';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { ShortAddress } from '@tern/ui/address';
import { Bird } from '@tern/ui/bird';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** Which of the person's other wallets gets the money, of those with an address; the transfer form does the rest. */
export function MoveChoice(props: { wallet: ListedWallet; wallets: readonly ListedWallet[] }) {
  const { wallet, wallets } = props;
  return (
    <div className="stack gap-3">
      <p className="caption">
        <Trans>Between your own wallets there is no fee, and the trade password is enough.</Trans>
      </p>
      <ul>
        {wallets
          .flatMap(({ address, ...other }) =>
            address === null || other.id === wallet.id ? [] : [{ ...other, address }],
          )
          .map(({ id, name, address }) => (
            <li key={id}>
              <Row
                as={Link}
                to={`${paths.transfer}?${new URLSearchParams({ wallet: wallet.id, to: address })}`}
                start={
                  <Mark>
                    <Bird size={24} />
                  </Mark>
                }
                title={name}
                note={<ShortAddress address={address} />}
                leads
              />
            </li>
          ))}
      </ul>
    </div>
  );
}
