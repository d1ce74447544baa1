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
import { useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { keptOfNewWallet, keptOfWalletName } from './kept-names.ts';
import { NewWalletSheet } from './new-wallet-sheet.tsx';
import { WalletRow } from './wallet-row.tsx';
import { WalletSheet } from './wallet-sheet.tsx';
import './wallets-page.css';

/** Most wallets a person can have; the server refuses more. */
const walletsMax = 10;

type Open = { sheet: 'add' } | { sheet: 'wallet'; id: string; renaming: boolean };

/** The person's wallets in their own order, and everything that can be done with one. */
function WalletsPage() {
  const { t } = useLingui();
  const query = useQuery(walletsQuery);
  const { data } = query;
  const { open, show, close } = useOpenSheet();
  const wallets = data?.wallets ?? [];
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
            onClick={() => show({ sheet: 'add' })}
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
                  <WalletRow wallet={wallet} onOpen={() => show({ sheet: 'wallet', id: wallet.id, renaming: false })} />
                </li>
              ))}
            </ul>
            <EndMark>
              <Trans>You’ve reached the end</Trans>
            </EndMark>
          </>
        )}
      </Loaded>
      <WalletSheet
        wallet={open?.sheet === 'wallet' ? wallets.find(({ id }) => id === open.id) : undefined}
        wallets={wallets}
        renaming={open?.sheet === 'wallet' && open.renaming}
        onClose={close}
      />
      <NewWalletSheet open={data !== undefined && open?.sheet === 'add'} count={wallets.length} onClose={close} />
    </Page>
  );
}

/** The sheet that is open: at first the one whose form the person comes back to. */
function useOpenSheet() {
  const added = useKeptDraft(keptOfNewWallet.form, keptOfNewWallet.fields);
  const name = useKeptDraft(keptOfWalletName.form, keptOfWalletName.fields);
  const [open, setOpen] = useState((): Open | undefined => {
    if (name.values.id !== undefined) return { sheet: 'wallet', id: name.values.id, renaming: true };
    return added.values.name === undefined ? undefined : { sheet: 'add' };
  });
  /** Without the drafts, which are for the sheet the person came back to. */
  function show(next: Open | undefined) {
    added.forget();
    name.forget();
    setOpen(next);
  }
  return { open, show, close: () => show(undefined) };
}

export { WalletsPage as Component };
