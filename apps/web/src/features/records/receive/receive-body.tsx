import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { FullAddress } from '@tern/ui/address';
import { Coin } from '@tern/ui/coin';
import { ErrorState } from '@tern/ui/error-state';
import { SearchIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { activationPromptQuery } from '../../../shared/offers/activation/activation-prompt-query.ts';
import { paths } from '../../../shared/paths.ts';
import { networkName } from '../../../shared/inside/network-name.ts';
import { installationQuery } from '../../../shared/queries.ts';
import type { ReceiveTerms } from '../../../shared/wallet-queries.ts';
import { AddressActions } from './address-actions.tsx';
import { Arrivals } from './arrivals.tsx';
import { NoAddress } from './no-address.tsx';
import { QrPicture } from './qr-picture.tsx';
import { LevelLimits } from './level-limits.tsx';
import { ReceiveFacts } from './receive-facts.tsx';
import { useAddressImage } from './use-address-image.ts';

/** Only a development chain has a faucet. */
const TestCoins = lazy(async () => ({ default: (await import('./test-coins.tsx')).TestCoins }));

type Props = {
  wallet: WalletView;
  /** Undefined until the server has said them. */
  terms: ReceiveTerms | undefined;
  /** How old the terms are, where they are not of now. */
  age: ReactNode;
  account: AccountView;
  /** The asset the person came for. */
  coin: AssetView['id'] | undefined;
  /** The last try to read address or terms brought nothing. */
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
};

/** The receive page once it is known what the wallet's address is, or that nobody may send to it any more. */
export function ReceiveBody(props: Props) {
  const { wallet, terms } = props;
  // Whichever of the two is older: one that says there is none is right.
  if (wallet.address === null || terms?.address === null) return <NoAddress />;
  return <Receivable {...props} address={terms?.address ?? wallet.address} />;
}

/** The address; what holds for it may come later. */
function Receivable({ wallet, address, terms, age, account, coin, failed, ...retry }: Props & { address: string }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const prompt = useQuery(activationPromptQuery);
  const network = networkName(installation.network);
  const image = useAddressImage(address, { address, network: t`Only for ${network}` });
  const credited = terms?.assets
    .filter((asset) => asset.credited && !asset.closed)
    .map(({ assetId }) => getAsset(installation, assetId));
  return (
    <>
      <section className="card receive-card" aria-label={t`Address`}>
        <Coins assets={credited} />
        <QrPicture image={image} label={t`QR code of the address ${address}`} />
        <div className="stack gap-1 receive-address">
          <span className="caption clip">{wallet.name}</span>
          <FullAddress address={address} />
        </div>
      </section>
      <AddressActions text={address} copied={t`Address copied`} image={image} fileName={`${address}.png`} />
      <Alert kind="warning">
        <p>
          <Trans>
            <strong>Tron network only.</strong> Coins sent from another network don’t arrive.
          </Trans>
        </p>
      </Alert>
      {credited === undefined && failed ? (
        <ErrorState note={<Trans>Network error, try again later. Your money is safe.</Trans>} {...retry} />
      ) : terms === undefined || credited === undefined || !areSettled(prompt) ? (
        <SkeletonRows count={3} />
      ) : (
        <>
          {age}
          <Refused terms={terms} coin={coin} installation={installation} />
          <Arrivals walletId={wallet.id} installation={installation} />
          <ReceiveFacts
            account={account}
            installation={installation}
            terms={terms}
            address={address}
            credited={credited}
            coin={coin}
          />
          <LevelLimits installation={installation} />
          <Row as={Link} to={paths.depositSearch} slim start={<SearchIcon />} title={t`My deposit is missing`} leads />
          {installation.development.faucet ? (
            <Suspense>
              <TestCoins walletId={wallet.id} assets={credited} />
            </Suspense>
          ) : null}
        </>
      )}
    </>
  );
}

/** What is credited at this address. */
function Coins({ assets }: { assets: readonly AssetView[] | undefined }) {
  if (assets === undefined) {
    return (
      <Skeleton>
        <SkeletonShape width="9rem" height="28px" />
      </Skeleton>
    );
  }
  return (
    <p className="cluster wrap receive-coins">
      <span className="cluster">
        {assets.map((asset) => (
          <Coin key={asset.id} assetId={asset.id} small />
        ))}
      </span>
      <span className="caption">{assets.map(({ symbol }) => symbol).join(' · ')}</span>
    </p>
  );
}

/** Where the person came for an asset that cannot come from the network. */
function Refused(props: { terms: ReceiveTerms; coin: AssetView['id'] | undefined; installation: InstallationView }) {
  const refused = props.terms.assets.find(({ assetId, credited }) => assetId === props.coin && !credited);
  if (refused === undefined) return null;
  return (
    <Alert kind="danger">
      <Trans>You can’t receive {getAsset(props.installation, refused.assetId).symbol} from the network yet.</Trans>
    </Alert>
  );
}
