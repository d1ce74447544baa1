import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { WalletIcon } from '@tern/ui/my-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';

/** Leads to the wallets, with how many there are. */
export function WalletsRow() {
  const { t, i18n } = useLingui();
  const count = useQuery(walletsQuery).data?.wallets.length;
  return (
    <Row
      as={Link}
      to={paths.wallets}
      slim
      start={<WalletIcon />}
      title={t`Wallets`}
      end={count === undefined ? undefined : i18n.number(count)}
      leads
    />
  );
}
