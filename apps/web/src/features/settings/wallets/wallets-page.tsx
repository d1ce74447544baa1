import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { EndMark } from '@tern/ui/end-mark';
import { Loaded } from '@tern/ui/loaded';
import { PlusIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { NewWalletSheet } from './new-wallet-sheet.tsx';
import { WalletRow } from './wallet-row.tsx';
import { WalletSheet } from './wallet-sheet.tsx';
import './wallets-page.css';

/** Most wallets a person can have; the server refuses more. */
const walletsMax = 10;

/** The person's wallets in their own order, and everything that can be done with one. */
function WalletsPage() {
  const { t } = useLingui();
  const query = useQuery(walletsQuery);
  const { data } = query;
  const [openId, setOpenId] = useState<string>();
  const [adding, setAdding] = useState(false);
  const wallets = data?.wallets ?? [];
  const open = wallets.find(({ id }) => id === openId);
  return (
    <Page
      bar={<AppBar title={t`Wallets`} back={<BackButton fallback={paths.my} />} />}
      foot={
        data === undefined ? undefined : (
          <Button
            kind="quiet"
            block
            needsConnection
            disabled={wallets.length >= walletsMax}
            onClick={() => setAdding(true)}
          >
            {wallets.length >= walletsMax ? (
              <Trans>You have the maximum number of wallets</Trans>
            ) : (
              <>
                <PlusIcon size="s" />
                <Trans>Add wallet</Trans>
              </>
            )}
          </Button>
        )
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={query.refetch} />
      <Loaded
        query={query}
        loading={<SkeletonRows count={3} />}
        failed={<Trans>Couldn’t load your wallets. Your money is safe.</Trans>}
      >
        {() => (
          <>
            <OutdatedNote query={query} />
            <p className="ink-2">
              <Trans>Each wallet has an address and a balance of its own. Moving money between them is free.</Trans>
            </p>
            <ul className="stack gap-3">
              {wallets.map((wallet) => (
                <li key={wallet.id}>
                  <WalletRow wallet={wallet} onOpen={() => setOpenId(wallet.id)} />
                </li>
              ))}
            </ul>
            <EndMark>
              <Trans>You’ve reached the end</Trans>
            </EndMark>
          </>
        )}
      </Loaded>
      <WalletSheet wallet={open} wallets={wallets} onClose={() => setOpenId(undefined)} />
      <NewWalletSheet open={adding} count={wallets.length} onClose={() => setAdding(false)} />
    </Page>
  );
}

export { WalletsPage as Component };
