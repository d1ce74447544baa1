import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { AppBar, Page } from '@tern/ui/page';
import type { ReactNode } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { useUnsure } from '../../../shared/money+reward/use-unsure.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { useSearch } from '../../../shared/search-params.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { TransferBody } from './transfer-body.tsx';
import './transfer-page.css';
import { transferOptionsQuery } from './transfer-queries.ts';
import { transferSearch } from './transfer-search.ts';

/** Sends money to a Tron address, a person here or another wallet of one's own. */
function TransferPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { wallet: walletId = account.defaultWalletId } = useSearch(transferSearch);
  const unsure = useUnsure();
  const options = useQuery(transferOptionsQuery(walletId));
  const wallets = useQuery(walletsQuery);
  const bar = (action?: ReactNode) => (
    <AppBar title={t`Transfer`} back={<BackButton fallback={paths.home} />} action={action} />
  );
  const wallet = wallets.data?.wallets.find(({ id }) => id === walletId);
  if (options.data && wallet) {
    return (
      <TransferBody
        key={`${wallet.id} ${unsure.round}`}
        unsure={unsure}
        bar={bar}
        account={account}
        installation={installation}
        wallet={wallet}
        options={options.data.options}
        level={options.data.level}
      />
    );
  }
  return (
    <Page bar={bar()}>
      {(options.error ?? wallets.error) ? (
        <ErrorState
          note={<Trans>Couldn’t load your balances. Your money is safe.</Trans>}
          retrying={options.isFetching || wallets.isFetching}
          onRetry={() => {
            void options.refetch();
            void wallets.refetch();
          }}
        />
      ) : (
        shape
      )}
    </Page>
  );
}

export { TransferPage as Component };
