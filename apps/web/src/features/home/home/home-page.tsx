import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { OverviewView, WalletView } from '@tern/contracts/routes/wallets';
import { Dock, DockItem } from '@tern/ui/dock';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import {
  ArrowDownLeftIcon,
  ArrowUpRightIcon,
  BellIcon,
  ReceiptTextIcon,
  ScanLineIcon,
  SwapIcon,
} from '@tern/ui/inside-icons';
import { Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Suspense, useLayoutEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { useConnected } from '../../../shared/connection.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { unreadQuery } from '../../../shared/message-queries.ts';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { overviewQuery } from '../../../shared/overview-query.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { BelowWays } from './below-ways.tsx';
import './home-page.css';
import { worthQuery } from './home-queries.ts';
import { TotalShape } from './total-shape.tsx';
import { Total } from './total.tsx';
import { WalletHeadShape } from './wallet-head-shape.tsx';
import { WalletHead } from './wallet-head.tsx';
import { WalletSwitchSheet } from './wallet-switch-sheet.tsx';
import { WaysShape } from './ways-shape.tsx';

const upperShape = (
  <>
    <TotalShape />
    <WaysShape />
  </>
);

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
  const [isPlaced, setPlaced] = useState(false);
  const wallets = own?.wallets ?? [];
  // Another person's, or one that is gone, is not shown: the default one is.
  const walletId = wallets.some(({ id }) => id === wanted) && wanted !== undefined ? wanted : account.defaultWalletId;
  const read = useQuery(overviewQuery(walletId));
  const { data: overview, error, isFetching, refetch } = read;
  const isLineKnown = useIsLineKnown(walletId, overview) || error !== null;
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
      <Suspense fallback={upperShape}>
        {overview === undefined && error !== null ? (
          <ErrorState
            note={<Trans>Couldn’t load your balances. Your money is safe.</Trans>}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : overview === undefined || !isLineKnown ? (
          <TotalShape />
        ) : (
          <Total key={walletId} overview={overview} installation={installation} query={read} />
        )}
        {connected ? <OutdatedNote query={read} /> : null}
        {isLineKnown ? (
          <Ways walletId={walletId === account.defaultWalletId ? undefined : walletId} onPlaced={setPlaced} />
        ) : (
          <WaysShape />
        )}
      </Suspense>
      <BelowWays account={account} installation={installation} walletId={walletId} read={read} isPlaced={isPlaced} />
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

/** Whether the total has a line below it, which decides how high it is. Whoever holds something has a past. */
function useIsLineKnown(walletId: string, overview: OverviewView | undefined): boolean {
  const hidden = useBalancesHidden();
  const worth = useQuery(worthQuery(walletId, 'month'));
  if (overview === undefined) return false;
  return hidden || overview.balances.some(({ posted }) => posted !== '0') || areSettled(worth);
}

/** The ways in and out of a wallet; of the default one where none is named. */
function Ways({ walletId, onPlaced }: { walletId: string | undefined; onPlaced: (isPlaced: boolean) => void }) {
  const { t } = useLingui();
  // With the total above them, which may wait for its line: only then they are where they stay.
  useLayoutEffect(() => onPlaced(true), [onPlaced]);
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

export { HomePage as Component };
