import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Coin } from '@tern/ui/coin';
import { Empty } from '@tern/ui/empty';
import { FilterButton, FilterChips } from '@tern/ui/filter-chips';
import { CheckIcon } from '@tern/ui/icons';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { oneOf, useSearch } from '../../../shared/search-params.ts';
import { SwapEntry } from './swap-entry.tsx';
import { swapsQuery } from '../shared/swap-queries.ts';

const searchShape = {
  status: oneOf(['all', 'distributing'], 'all'),
  coin: oneOf(['usdt', 'trx', 'reward'], undefined),
};

/** Every swap, newest first, until there is nothing more. */
export function SwapList() {
  const { t } = useLingui();
  const { status, coin } = useSearch(searchShape);
  const swaps = useInfiniteQuery(swapsQuery({ status, assetId: coin }));
  return (
    <>
      <PullToRefresh label={t`Refreshing`} onRefresh={swaps.refetch} />
      <SwapFilters status={status} coin={coin} />
      <PagedList
        query={swaps}
        itemsOf={(page) => page.swaps}
        loading={<SkeletonRows count={4} />}
        failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
        empty={<NoSwaps filtered={status !== 'all' || coin !== undefined} />}
      >
        {(found) => (
          <ul className="stack gap-2">
            {found.map((swap) => (
              <li key={swap.id}>
                <SwapEntry swap={swap} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** Those whose reward is still to come, and the token; both stand in the page's address. */
function SwapFilters({ status, coin }: { status: 'all' | 'distributing'; coin: string | undefined }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [, setParams] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  function apply(key: 'status' | 'coin', value: string | undefined) {
    setParams(
      (params) => {
        if (value === undefined || value === 'all') params.delete(key);
        else params.set(key, value);
        return params;
      },
      { replace: true },
    );
    setChoosing(false);
  }
  const choices = [{ id: undefined, symbol: t`All tokens`, name: undefined }, ...installation.assets] as const;
  return (
    <>
      <FilterChips
        label={t`Show`}
        value={status}
        options={[
          { value: 'all', label: t`All` },
          { value: 'distributing', label: t`Distributing` },
        ]}
        onChange={(value) => apply('status', value)}
      >
        <FilterButton chosen={coin !== undefined} onClick={() => setChoosing(true)}>
          {installation.assets.find(({ id }) => id === coin)?.symbol ?? <Trans>Token</Trans>}
        </FilterButton>
      </FilterChips>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t`Token`}>
        <ul>
          {choices.map(({ id, symbol, name }) => (
            <li key={id ?? 'all'}>
              <Row
                as="button"
                start={id === undefined ? undefined : <Coin assetId={id} />}
                title={symbol}
                note={name}
                aria-current={coin === id}
                end={coin === id ? <CheckIcon /> : undefined}
                onClick={() => apply('coin', id)}
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}

function NoSwaps(props: { filtered: boolean }) {
  return props.filtered ? (
    <Empty
      title={<Trans>No results</Trans>}
      note={<Trans>No swaps match the filters.</Trans>}
      action={
        <Button as={Link} to={paths.swapRecord} replace kind="quiet" small>
          <Trans>Show all</Trans>
        </Button>
      }
    />
  ) : (
    <Empty
      title={<Trans>No swaps yet</Trans>}
      note={<Trans>Your swaps appear here, each with its reward.</Trans>}
      action={
        <Button as={Link} to={paths.swap} kind="quiet" small>
          <Trans>Swap</Trans>
        </Button>
      }
    />
  );
}
