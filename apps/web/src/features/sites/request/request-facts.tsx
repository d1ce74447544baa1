import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Facts } from '@tern/ui/facts';
import { formatClockOrDay } from '../../../shared/format-time.ts';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { walletsQuery } from '../../../shared/wallet-queries.ts';

/** Which of the person's wallets is asked, and how long they can answer. */
export function RequestFacts({ request: { walletId, expiresAt } }: { request: ConnectionRequestView }) {
  const { data } = useQuery(walletsQuery);
  const wallet = data?.wallets.find(({ id }) => id === walletId);
  return (
    <Facts
      facts={[
        ...(wallet === undefined
          ? []
          : [
              {
                key: 'wallet',
                term: <Trans>Wallet</Trans>,
                value: (
                  <>
                    <bdi className="long-words">{wallet.name}</bdi> <WalletAddress address={wallet.address} />
                  </>
                ),
              },
            ]),
        { key: 'until', term: <Trans>Answer by</Trans>, value: <bdi>{formatClockOrDay(expiresAt)}</bdi> },
      ]}
    />
  );
}
