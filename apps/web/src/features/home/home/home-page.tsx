import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { Dock, DockItem } from '@tern/ui/dock';
import { ErrorState } from '@tern/ui/error-state';
import { ReceiptTextIcon } from '@tern/ui/icons';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowDownLeftIcon, ArrowUpRightIcon, BellIcon, ScanLineIcon, SwapIcon } from '@tern/ui/inside-icons';
import { Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Skeleton, SkeletonRows, SkeletonShape } from '@tern/ui/skeleton';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { activationPromptQuery } from '../../../shared/offers/activation/activation-prompt-query.ts';
import { loadTexts } from '../../../shared/i18n.ts';
import { useConnected } from '../../../shared/connection.ts';
import { FreezeRow } from '../../../shared/inside/freeze-row.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { unreadQuery } from '../../../shared/message-queries.ts';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { overviewQuery, walletsQuery } from '../../../shared/wallet-queries.ts';
import { AssetList } from './asset-list.tsx';
import { FactorsRow } from './factors-row.tsx';
import './home-page.css';
import { worthQuery } from './home-queries.ts';
import { FirstDeposit, Latest, OnItsWay } from './load-later.ts';
import { Total } from './total.tsx';
import { WalletHead } from './wallet-head.tsx';
import { WalletSwitchSheet } from './wallet-switch-sheet.tsx';

/** A card few accounts see, with its texts. Where it cannot be fetched, home stands without it. */
const card = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    Promise.all([load(), loadTexts('offers')]).then(
      ([loaded]) => ({ default: loaded }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );
/** For new accounts. */
const ActivationCard = card(
  async () => (await import('../../../shared/offers/activation/activation-card.tsx')).ActivationCard,
);
/** Where a bonus waits or was refused. */
const BonusCard = card(async () => (await import('../../../shared/offers/activation/bonus-card.tsx')).BonusCard);

/** `wallet`: one of the person's wallets; the default one where none is named. */
const searchShape = { wallet: uuid };

/** The wallet at a glance: what is there, what it is worth, and the ways in and out. */
function HomePage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { data: own } = useQuery(walletsQuery);
  const { wallet: wanted } = useSearch(searchShape);
  const [, setParams] = useSearchParams();
  const [switching, setSwitching] = useState(false);
  const wallets = own?.wallets ?? [];
  // Another person's, or one that is gone, is not shown: the default one is.
  const walletId = wallets.some(({ id }) => id === wanted) && wanted !== undefined ? wanted : account.defaultWalletId;
  const read = useQuery(overviewQuery(walletId));
  const { data: overview, error, isFetching, refetch } = read;
  const connected = useConnected();
  return (
    <Page
      gap="small"
      bar={<Head wallet={overview?.wallet} isLoading={error === null} onSwitch={() => setSwitching(true)} />}
    >
      <PullToRefresh
        label={t`Refreshing`}
        onRefresh={() => Promise.all([refetch(), queries.invalidateQueries({ queryKey: accountQuery.queryKey })])}
      />
      {overview === undefined && error !== null ? (
        <ErrorState
          note={<Trans>Couldn’t load your balances. Your money is safe.</Trans>}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : overview === undefined ? (
        <TotalShape />
      ) : (
        <Total key={walletId} overview={overview} installation={installation} query={read} />
      )}
      {connected ? <OutdatedNote query={read} /> : null}
      <Ways walletId={walletId === account.defaultWalletId ? undefined : walletId} />
      <Suspense>
        <OnItsWay walletId={walletId} installation={installation} />
      </Suspense>
      <FirstDepositCard walletId={walletId} installation={installation} />
      <Offers account={account} installation={installation} />
      <FreezeRow freeze={account.freeze} />
      <FactorsRow account={account} />
      {overview !== undefined ? (
        <AssetList
          installation={installation}
          balances={overview.balances}
          walletId={walletId}
          age={connected ? null : <OutdatedNote query={read} />}
        />
      ) : error === null ? (
        <SkeletonRows count={installation.assets.length} />
      ) : null}
      <Suspense fallback={<SkeletonRows count={3} />}>
        <Latest walletId={walletId} installation={installation} />
      </Suspense>
      <WalletSwitchSheet
        open={switching}
        wallets={wallets}
        shown={walletId}
        onChoose={(id) => {
          setParams(id === account.defaultWalletId ? {} : { wallet: id }, { replace: true });
          setSwitching(false);
        }}
        onClose={() => setSwitching(false)}
      />
    </Page>
  );
}

/** The ways in and out of a wallet; of the default one where none is named. */
function Ways({ walletId }: { walletId: string | undefined }) {
  const { t } = useLingui();
  const inWallet = (path: string) =>
    walletId === undefined ? path : `${path}?${new URLSearchParams({ wallet: walletId })}`;
  const connected = useConnected();
  return (
    <>
      <Dock label={t`Actions`}>
        <DockItem
          as={Link}
          needsConnection
          to={inWallet(paths.transfer)}
          icon={<ArrowUpRightIcon />}
          label={t`Transfer`}
        />
        <DockItem as={Link} to={inWallet(paths.receive)} icon={<ArrowDownLeftIcon />} label={t`Receive`} />
        <DockItem as={Link} needsConnection to={inWallet(paths.swap)} icon={<SwapIcon />} label={t`Swap`} />
        <DockItem as={Link} to={paths.scan} icon={<ScanLineIcon />} label={t`Scan`} />
      </Dock>
      {connected ? null : (
        <p className="caption center">
          <Trans>Transfer and Swap need a connection.</Trans>
        </p>
      )}
    </>
  );
}

function Head(props: { wallet: WalletView | undefined; isLoading: boolean; onSwitch: () => void }) {
  const { t } = useLingui();
  const { wallet, isLoading, onSwitch } = props;
  return (
    <header className="app-bar app-bar-large home-bar">
      <h1 className="visually-hidden" tabIndex={-1}>
        <Trans>Home</Trans>
      </h1>
      {wallet !== undefined ? (
        <WalletHead wallet={wallet} onSwitch={onSwitch} />
      ) : isLoading ? (
        <WalletHeadShape />
      ) : null}
      <span className="home-tools">
        <IconButton as={Link} to={paths.records} label={t`Records`}>
          <ReceiptTextIcon />
        </IconButton>
        <Bell />
      </span>
    </header>
  );
}

/** Leads to the messages, with the one point while some wait to be read. */
function Bell() {
  const { t } = useLingui();
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  return (
    <IconButton
      as={Link}
      to={paths.messages}
      label={unread > 0 ? t`${unread} unread messages` : t`Messages`}
      point={unread > 0}
    >
      <BellIcon />
    </IconButton>
  );
}

/** Until the first entry of the wallet. */
function FirstDepositCard(props: { walletId: string; installation: InstallationView }) {
  const { data: worth } = useQuery(worthQuery(props.walletId, 'month'));
  if (worth === undefined || worth.startedAt !== null) return null;
  return (
    <Suspense>
      <FirstDeposit {...props} />
    </Suspense>
  );
}

/** Cards for accounts that are not active yet, or whose bonus waits or was refused. */
function Offers({ account, installation }: { account: AccountView; installation: InstallationView }) {
  const { data: prompt } = useQuery(activationPromptQuery);
  return (
    <>
      {account.activated ? null : (
        <Suspense>
          <ActivationCard account={account} installation={installation} />
        </Suspense>
      )}
      {prompt === undefined || prompt.bonus === null ? null : (
        <Suspense>
          <BonusCard prompt={prompt} bonus={prompt.bonus} />
        </Suspense>
      )}
    </>
  );
}

function WalletHeadShape() {
  return (
    <Skeleton>
      <div className="home-wallet">
        <SkeletonShape width="40px" height="40px" round />
        <span className="stack gap-2">
          <SkeletonShape width="7rem" />
          <SkeletonShape width="6rem" height=".6875rem" />
        </span>
      </div>
    </Skeleton>
  );
}

function TotalShape() {
  return (
    <Skeleton>
      <div className="stack gap-3 home-total-shape">
        <SkeletonShape width="3rem" height=".6875rem" />
        <SkeletonShape width="11rem" height="2.25rem" />
      </div>
    </Skeleton>
  );
}

export { HomePage as Component };
