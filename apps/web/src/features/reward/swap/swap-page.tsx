import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Empty } from '@tern/ui/empty';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { ReceiptTextIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { useUnsure } from '../../../shared/money+reward/use-unsure.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { useSearch } from '../../../shared/search-params.ts';
import { swapOptionsQuery } from '../shared/swap-options-query.ts';
import { overviewQuery } from '../../../shared/overview-query.ts';
import { SwapBody } from './swap-body.tsx';
import { chooseTokens } from './swap-form.ts';
import '../shared/swap-page.css';
import { swapSearch } from './swap-search.ts';

/** Swaps one token of a wallet for another, at a quote that holds for some seconds. */
function SwapPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const search = useSearch(swapSearch);
  const unsure = useUnsure();
  const options = useQuery(swapOptionsQuery);
  const overview = useQuery(overviewQuery(search.wallet ?? account.defaultWalletId));
  const bar = (
    <AppBar
      title={t`Swap`}
      back={<BackButton fallback={paths.home} />}
      action={
        <IconButton as={Link} to={paths.swapRecord} label={t`Swap records`}>
          <ReceiptTextIcon />
        </IconButton>
      }
    />
  );
  if (options.data && overview.data) {
    // Where no link names a token, one that there is something of.
    const assetOut = search.coin ?? overview.data.balances.find(({ available }) => available !== '0')?.assetId;
    const tokens = chooseTokens(options.data.directions, { assetOut, assetIn: search.for });
    if (tokens !== undefined) {
      return (
        <SwapBody
          key={`${overview.data.wallet.id} ${unsure.round}`}
          unsure={unsure}
          bar={bar}
          account={account}
          installation={installation}
          overview={overview.data}
          options={options.data}
          initial={{ ...tokens, amount: unsure.isUnsure ? undefined : search.amount }}
          walletId={search.wallet}
        />
      );
    }
  }
  return (
    <Page bar={bar}>
      {options.data && overview.data ? (
        <Empty
          title={<Trans>No swaps available</Trans>}
          note={<Trans>Swaps are not available right now. Your money stays where it is.</Trans>}
        />
      ) : (options.error ?? overview.error) ? (
        <ErrorState
          note={<Trans>Couldn’t load prices or balances. Your money is safe.</Trans>}
          retrying={options.isFetching || overview.isFetching}
          onRetry={() => {
            void options.refetch();
            void overview.refetch();
          }}
        />
      ) : (
        shape
      )}
    </Page>
  );
}

export { SwapPage as Component };
