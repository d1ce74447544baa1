import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Facts } from '@tern/ui/facts';
import { formatClockOrDay } from '../../../shared/format-time.ts';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { useWallet } from '../shared/use-wallet.ts';

/** Which of the person's wallets is asked, and how long they can answer. */
export function RequestFacts({ request: { walletId, expiresAt } }: { request: ConnectionRequestView }) {
  const wallet = useWallet(walletId);
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
