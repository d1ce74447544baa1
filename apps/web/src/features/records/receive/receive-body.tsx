import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { FullAddress } from '@tern/ui/address';
import { Coin } from '@tern/ui/coin';
import { SearchIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { getAsset } from '../../../shared/get-asset.ts';
import { paths } from '../../../shared/paths.ts';
import { networkName } from '../../../shared/inside/network-name.ts';
import { installationQuery } from '../../../shared/queries.ts';
import type { ReceiveTerms } from '../../../shared/wallet-queries.ts';
import { AddressActions } from './address-actions.tsx';
import { Arrivals } from './arrivals.tsx';
import { QrPicture } from './qr-picture.tsx';
import { ReceiveFacts } from './receive-facts.tsx';
import { useAddressImage } from './use-address-image.ts';

/** Only a development chain has a faucet. */
const TestCoins = lazy(async () => ({ default: (await import('./test-coins.tsx')).TestCoins }));

type Props = {
  wallet: WalletView;
  terms: ReceiveTerms;
  /** How old the terms are, where they are not of now. */
  age: ReactNode;
  account: AccountView;
  /** The asset the person came for. */
  coin: AssetView['id'] | undefined;
};

/** The receive page once address and terms are read. */
export function ReceiveBody({ wallet, terms, age, account, coin }: Props) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { address } = terms;
  const network = networkName(installation.network.id);
  const image = useAddressImage(address, { address, network: t`Only for ${network}` });
  const credited = terms.assets
    .filter((asset) => asset.credited && !asset.closed)
    .map(({ assetId }) => getAsset(installation, assetId));
  const refused = terms.assets.find(({ assetId, credited: taken }) => assetId === coin && !taken);
  return (
    <>
      {age}
      <section className="card receive-card" aria-label={t`Address`}>
        <p className="cluster wrap receive-coins">
          <span className="cluster">
            {credited.map((asset) => (
              <Coin key={asset.id} assetId={asset.id} small />
            ))}
          </span>
          <span className="caption">{credited.map(({ symbol }) => symbol).join(' · ')}</span>
        </p>
        <QrPicture image={image} label={t`QR code of the address ${address}`} />
        <div className="stack gap-1 receive-address">
          <span className="caption clip">{wallet.name}</span>
          <FullAddress address={address} />
        </div>
      </section>
      <AddressActions text={address} copied={t`Address copied`} image={image} fileName={`${address}.png`} />
      {refused === undefined ? null : (
        <Alert kind="danger">
          <Trans>You can’t receive {getAsset(installation, refused.assetId).symbol} from the network yet.</Trans>
        </Alert>
      )}
      <Alert kind="warning">
        <p>
          <Trans>
            <strong>Tron network only.</strong> Coins sent from another network don’t arrive.
          </Trans>
        </p>
      </Alert>
      <Arrivals walletId={wallet.id} installation={installation} />
      <ReceiveFacts account={account} installation={installation} terms={terms} credited={credited} coin={coin} />
      <Row as={Link} to={paths.depositSearch} slim start={<SearchIcon />} title={t`My deposit is missing`} leads />
      {installation.development.faucet ? (
        <Suspense>
          <TestCoins walletId={wallet.id} assets={credited} />
        </Suspense>
      ) : null}
    </>
  );
}
