import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { Amount } from '@tern/ui/amount';
import { Bird } from '@tern/ui/bird';
import { Card } from '@tern/ui/card';
import { Chip } from '@tern/ui/chip';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { TotalStale } from '../../../shared/inside/total-stale.tsx';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { useCurrency } from '../../../shared/use-currency.ts';
import { overviewQuery } from '../../../shared/overview-query.ts';

/** One wallet with what it holds is worth; leads to everything about it. */
export function WalletRow(props: { wallet: ListedWallet; onOpen: () => void }) {
  const { wallet } = props;
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const overview = useQuery(overviewQuery(wallet.id)).data;
  return (
    <Card flush>
      <Row
        as="button"
        className="wallets-card"
        start={
          <Mark kind={wallet.isDefault ? 'deep' : 'plain'}>
            <Bird size={24} />
          </Mark>
        }
        title={
          <>
            <span className="wallets-name">{wallet.name}</span>
            {wallet.isDefault ? (
              <Chip kind="neutral">
                <Trans>Default</Trans>
              </Chip>
            ) : null}
            {wallet.hideWhenEmpty && wallet.empty ? (
              <Chip kind="neutral">
                <Trans>Hidden while empty</Trans>
              </Chip>
            ) : null}
          </>
        }
        note={
          <>
            <WalletAddress address={wallet.address} />
            {overview === undefined ? null : (
              <>
                {' · '}
                <Amount text={currency.format(overview.total.value)} unit={currency.symbol} hidden={hidden} />{' '}
                {hidden ? null : <TotalStale balances={overview.balances} />}
              </>
            )}
          </>
        }
        leads
        onClick={props.onOpen}
      />
    </Card>
  );
}
