import { Trans } from '@lingui/react/macro';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { FullAddress } from '@tern/ui/address';
import type { Fact } from '@tern/ui/facts';
import type { ReactNode } from 'react';

/** The wallet that a site is connected to, and what the site sees: its address, if people may still send to it. */
export function listWalletFacts(wallet: ListedWallet | undefined, addressTerm: ReactNode): readonly Fact[] {
  if (wallet === undefined) return [];
  const name = { key: 'wallet', term: <Trans>Wallet</Trans>, value: <bdi className="long-words">{wallet.name}</bdi> };
  if (wallet.address === null) return [name];
  return [name, { key: 'address', term: addressTerm, value: <FullAddress address={wallet.address} /> }];
}
