import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { ScanLineIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, queryTopics } from '../../../shared/queries.ts';
import { oneOf, useSearch, uuid } from '../../../shared/search-params.ts';
import { overviewQuery } from '../../../shared/overview-query.ts';
import { receiveQuery, walletsQuery } from '../../../shared/wallet-queries.ts';
import { ReceiveBody } from './receive-body.tsx';
import './receive-page.css';

const searchShape = { coin: oneOf(['usdt', 'trx', 'reward'], undefined), wallet: uuid };

/** Where to send money to, what is credited, and what is arriving just now. */
function ReceivePage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { coin, wallet: chosen } = useSearch(searchShape);
  const { data: account } = useSuspenseQuery(accountQuery);
  const walletId = chosen ?? account.defaultWalletId;
  const terms = useQuery(receiveQuery(walletId));
  const wallets = useQuery(walletsQuery);
  const wallet = useKnownWallet(walletId);
  const error = terms.error ?? wallets.error;
  const retry = {
    retrying: terms.isFetching || wallets.isFetching,
    onRetry: () => void Promise.all([terms.refetch(), wallets.refetch()]),
  };
  return (
    <Page
      bar={
        <AppBar
          title={t`Receive`}
          back={<BackButton fallback={paths.home} />}
          action={
            <IconButton as={Link} to={paths.scan} label={t`Scan`}>
              <ScanLineIcon />
            </IconButton>
          }
        />
      }
    >
      {wallet !== undefined ? (
        <ReceiveBody
          key={wallet.id}
          wallet={wallet}
          terms={terms.data}
          age={<OutdatedNote query={terms} />}
          account={account}
          coin={coin}
          failed={error !== null}
          {...retry}
        />
      ) : error !== null ? (
        <ErrorState note={<Trans>Couldn’t load your address. Your money is safe.</Trans>} {...retry} />
      ) : (
        shape
      )}
    </Page>
  );
}

/**
 * The wallet with its address, where it has one: as the server says, and until it has said so, as this person was shown it before, on another
 * page or in an earlier visit.
 */
function useKnownWallet(walletId: string): WalletView | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(walletsQuery);
  const ofHome = useQuery({ ...overviewQuery(walletId), enabled: false }).data?.wallet;
  const wallet = data?.wallets.find(({ id }) => id === walletId) ?? ofHome;
  const isKnown = wallet !== undefined;
  useEffect(() => {
    if (isKnown) return;
    void import('../../../shared/last-seen.ts').then(({ showLastSeen }) =>
      showLastSeen(queries, ([topic]) => topic === queryTopics.wallets),
    );
  }, [isKnown, queries]);
  return wallet;
}

/** What the page shows first, of the wallet that money comes to where none is named. */
function askFirst(queries: QueryClient): void {
  const account = queries.getQueryData(accountQuery.queryKey);
  if (account === undefined) return;
  void queries.prefetchQuery(receiveQuery(account.defaultWalletId));
  void queries.prefetchQuery(walletsQuery);
}

export { askFirst, ReceivePage as Component };
