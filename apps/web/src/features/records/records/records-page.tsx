import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { IconButton } from '@tern/ui/icon-button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { AppBar, LargeAppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { addressBookQuery } from '../../../shared/inside/address-book-query.ts';
import { useConnected } from '../../../shared/connection.ts';
import { HideBalancesButton } from '../../../shared/inside/hide-balances-button.tsx';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { recordsQuery, type RecordsWanted } from '../../../shared/inside/records/record-queries.ts';
import { oneOf, text, useSearch, uuid } from '../../../shared/search-params.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { momentsOf, readDay } from './period.ts';
import { RecordDays } from './record-days.tsx';
import { RecordFilters } from './record-filters.tsx';
import './records-page.css';

const searchShape = {
  filter: oneOf(['all', 'in', 'out', 'failed'], 'all'),
  coin: oneOf(['usdt', 'trx', 'reward'], undefined),
  from: readDay,
  until: readDay,
  search: text(100),
  wallet: uuid,
};

/** Everything that came in and went out, newest first, without end until there is nothing more. */
function RecordsPage() {
  const { t } = useLingui();
  const { filter, coin, from, until, search = '', wallet: named } = useSearch(searchShape);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const connected = useConnected();
  const wallets = useQuery({ ...walletsQuery, enabled: named !== undefined });
  // Another person's wallet, or the only one, narrows nothing.
  const own = wallets.data?.wallets ?? [];
  const wallet = own.length > 1 ? own.find(({ id }) => id === named) : undefined;
  const wanted = {
    filter,
    ...(wallet === undefined ? {} : { walletId: wallet.id }),
    assetId: coin,
    ...momentsOf({ from, until }),
    search: search === '' ? undefined : search,
  };
  const records = useInfiniteQuery({ ...recordsQuery(wanted), enabled: named === undefined || !wallets.isPending });
  // A saved name may need a line more than the address it stands for.
  const isNamed = areSettled(useQuery(addressBookQuery));
  const isFiltered = Object.values(wanted).some((value) => value !== undefined && value !== 'all');
  const actions = (
    <>
      {connected ? <ExportLink wanted={wanted} /> : null}
      <HideBalancesButton />
    </>
  );
  const isTab = installation.tabs.includes('record');
  return (
    <Page
      gap="small"
      bar={
        isTab ? (
          <LargeAppBar title={t`Records`} actions={actions} />
        ) : (
          <AppBar title={t`Records`} back={<BackButton fallback={paths.home} />} action={actions} />
        )
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={records.refetch} />
      <RecordFilters chosen={{ filter, coin, from, until, search, wallet }} assets={installation.assets} />
      <PagedList
        query={isNamed ? records : { ...records, data: undefined }}
        itemsOf={(page) => page.records}
        loading={<SkeletonRows count={6} />}
        failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
        empty={<NoRecords filtered={isFiltered} />}
      >
        {(found, readAtMs) => <RecordDays records={found} readAtMs={readAtMs} installation={installation} />}
      </PagedList>
    </Page>
  );
}

/** The records that the filters leave, as a file for spreadsheets. */
function ExportLink({ wanted }: { wanted: RecordsWanted }) {
  const { t } = useLingui();
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(wanted)) if (value !== undefined) query.set(key, value);
  return (
    <IconButton as="a" href={`/api/records.csv?${query}`} download="records.csv" label={t`Export as CSV`}>
      <DownloadIcon />
    </IconButton>
  );
}

function NoRecords(props: { filtered: boolean }) {
  if (props.filtered) {
    return (
      <Empty
        title={<Trans>No results</Trans>}
        note={<Trans>No records match the filters.</Trans>}
        action={
          <Button as={Link} to={paths.records} replace kind="quiet" small>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={<Trans>No records yet</Trans>}
      note={<Trans>Everything you receive and send appears here.</Trans>}
      action={
        <Button as={Link} to={paths.receive} kind="quiet" small>
          <Trans>Receive</Trans>
        </Button>
      }
    />
  );
}

/** What the page shows first. */
function askFirst(queries: QueryClient): void {
  void queries.prefetchInfiniteQuery(recordsQuery({ filter: 'all' }));
  void queries.prefetchQuery(addressBookQuery);
}

export { askFirst, RecordsPage as Component };
