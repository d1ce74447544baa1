import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FeesView } from '@tern/contracts/routes/console-books';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { useOperator } from '../../shared/operator.ts';
import { Amount } from './amount.tsx';
import { BooksFrame } from './books-frame.tsx';
import { formatDay } from '../../shared/format-time.ts';
import { symbolOf } from './format-signed.ts';
import { LoadedPanel } from './loaded-panel.tsx';
import { PeriodForm, periodIn } from '../../shared/period-form.tsx';

type AssetFees = FeesView['assets'][number];
type DayFees = FeesView['days'][number];
const sums = ['sendFees', 'swapFees', 'shared', 'networkCosts', 'margin'] as const;

/** What people paid in fees, what the chain cost, and what is left, by asset and day. */
export function FeesPage() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const period = periodIn(params);
  const columns = useDayColumns();
  const fees = useQuery({
    queryKey: ['books', 'fees', period],
    queryFn: () => api.books.showFees(period),
  });
  return (
    <BooksFrame>
      <PeriodForm
        period={period}
        submit={<Trans>Show</Trans>}
        onChoose={({ from = '', to = '' }) => setParams({ from, to })}
      />
      <LoadedPanel query={fees}>
        {({ assets }) =>
          assets.length === 0 ? (
            <p className="panel ink-2">
              <Trans>
                Nothing in this period. Fees of withdrawals and swaps stand here, and what transactions of the house
                burn on the chain.
              </Trans>
            </p>
          ) : (
            <div className="books-cards">
              {assets.map((asset) => (
                <AssetCard key={asset.assetId} asset={asset} />
              ))}
            </div>
          )
        }
      </LoadedPanel>
      {fees.data === undefined || fees.data.days.length === 0 ? null : (
        <DataTable
          name="books-fees"
          label={t`Fees and costs by day`}
          columns={columns}
          query={{ ...fees, data: fees.data.days.toReversed(), refetch: fees.refetch }}
          keyOf={(row) => `${row.day} ${row.assetId}`}
          empty={null}
        />
      )}
    </BooksFrame>
  );
}

function AssetCard({ asset }: { asset: AssetFees }) {
  const { assets } = useOperator();
  const line = (key: (typeof sums)[number], name: ReactNode, isSum = false) => (
    <div className={isSum ? 'books-sum' : undefined}>
      <dt>{name}</dt>
      <dd>
        <Amount wire={negated(key, asset[key])} assetId={asset.assetId} symbol warn={isSum} />
      </dd>
    </div>
  );
  return (
    <section className="panel">
      <h2>{symbolOf(asset.assetId, assets)}</h2>
      <dl className="books-lines">
        {line('sendFees', <Plural value={asset.sends} one="Fees of # withdrawal" other="Fees of # withdrawals" />)}
        {line('swapFees', <Plural value={asset.swaps} one="Fees of # swap" other="Fees of # swaps" />)}
        {line('shared', <Trans>Shared with the pool and with people</Trans>)}
        {line('networkCosts', <Trans>Network costs</Trans>)}
        {line('margin', <Trans>Left for the house</Trans>, true)}
      </dl>
    </section>
  );
}

/** What goes out stands below zero, so that the lines add up to the last. */
function negated(key: (typeof sums)[number], wire: string): string {
  return key === 'shared' || key === 'networkCosts' ? String(-BigInt(wire)) : wire;
}

function useDayColumns(): readonly DataColumn<DayFees>[] {
  const { t } = useLingui();
  const { assets } = useOperator();
  const names = {
    sendFees: t`Fees of withdrawals`,
    swapFees: t`Fees of swaps`,
    shared: t`Shared`,
    networkCosts: t`Network costs`,
    margin: t`Left`,
  };
  return [
    {
      id: 'day',
      name: t`Day (UTC)`,
      fixed: true,
      sortBy: (row) => row.day,
      cell: (row) => formatDay(row.day),
    },
    {
      id: 'asset',
      name: t`Asset`,
      fixed: true,
      sortBy: (row) => symbolOf(row.assetId, assets),
      cell: (row) => symbolOf(row.assetId, assets),
    },
    ...sums.map((key): DataColumn<DayFees> => ({
      id: key,
      name: names[key],
      end: true,
      sortBy: (row) => BigInt(negated(key, row[key])),
      cell: (row) => <Amount wire={negated(key, row[key])} assetId={row.assetId} warn={key === 'margin'} />,
    })),
  ];
}
