import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TrialBalanceView } from '@tern/contracts/routes/console-books';
import { Button } from '@tern/ui/button';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { formatDay, formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { NamedTimeField } from '../../shared/time-field.tsx';
import { Amount } from './amount.tsx';
import { classNameOf } from '../../shared/book-names.ts';
import { BooksFrame } from './books-frame.tsx';
import { formatPlain, symbolOf } from './format-signed.ts';
import { LoadedPanel } from './loaded-panel.tsx';
import { SideName } from './side-name.tsx';
import '../../shared/period-form.css';

type AssetView = TrialBalanceView['assets'][number];
type Row = AssetView['rows'][number];

/** What was debited and credited on every class of accounts, now or before any moment. */
export function TrialBalancePage() {
  const [params, setParams] = useSearchParams();
  const at = params.get('at') ?? '';
  const balance = useQuery({
    queryKey: ['books', 'trial-balance', at],
    queryFn: () => api.books.showTrialBalance(at === '' ? {} : { at: `${at}:00.000Z` }),
  });
  return (
    <BooksFrame>
      <Moment at={at} onChoose={(chosen) => setParams(chosen === '' ? {} : { at: chosen })} />
      <LoadedPanel query={balance}>
        {(answer) => (
          <>
            <Verdict answer={answer} />
            {answer.assets.length === 0 ? (
              <p className="panel ink-2">
                <Trans>Nothing had been posted before this moment.</Trans>
              </p>
            ) : null}
            {answer.assets.map((asset) => (
              <AssetBalance key={asset.assetId} asset={asset} query={balance} />
            ))}
          </>
        )}
      </LoadedPanel>
    </BooksFrame>
  );
}

/** The moment, in UTC: what happened at it or later does not count. */
function Moment({ at, onChoose }: { at: string; onChoose: (at: string) => void }) {
  const { t } = useLingui();
  return (
    <form
      key={at}
      className="period-form"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('at');
        onChoose(typeof given === 'string' ? given.replace(' ', 'T') : '');
      }}
    >
      <NamedTimeField label={t`Before (UTC)`} time name="at" start={at.replace('T', ' ')} />
      <Button kind="quiet" type="submit">
        <Trans>Show</Trans>
      </Button>
      {at === '' ? null : (
        <Button kind="quiet" onClick={() => onChoose('')}>
          <Trans>Now</Trans>
        </Button>
      )}
    </form>
  );
}

function Verdict({ answer }: { answer: TrialBalanceView }) {
  const { at, differing, totalledTo } = answer;
  return (
    <div className="books-foot" role="status">
      <p>
        {differing === null ? (
          <Trans>Everything before {formatTime(at)}.</Trans>
        ) : differing.length === 0 ? (
          <span className="positive">
            <Trans>{formatTime(at)}: the journals add up to the balances of all accounts.</Trans>
          </span>
        ) : (
          <span className="danger">
            <Trans>The journals do not add up to the balances of: {differing.join(', ')}.</Trans>
          </span>
        )}
      </p>
      <p>
        {totalledTo === null ? (
          <Trans>Added up from every journal</Trans>
        ) : (
          <Trans>Days to {formatDay(totalledTo)} from their totals, later ones from their journals</Trans>
        )}
      </p>
    </div>
  );
}

function AssetBalance({ asset, query }: { asset: AssetView; query: UseQueryResult<TrialBalanceView> }) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const symbol = symbolOf(asset.assetId, assets);
  const money = (id: 'debits' | 'credits' | 'balance', name: string): DataColumn<Row> => ({
    id,
    name,
    end: true,
    sortBy: (row) => BigInt(row[id]),
    cell: (row) => <Amount wire={row[id]} assetId={asset.assetId} warn={id === 'balance'} />,
  });
  const columns: readonly DataColumn<Row>[] = [
    {
      id: 'class',
      name: t`Accounts`,
      fixed: true,
      sortBy: (row) => i18n._(classNameOf(row.class)),
      cell: (row) => <span className="books-name">{i18n._(classNameOf(row.class))}</span>,
    },
    { id: 'side', name: t`Side`, fixed: true, sortBy: (row) => row.side, cell: (row) => <SideName side={row.side} /> },
    { ...money('debits', t`Debits`), fixed: true },
    { ...money('credits', t`Credits`), fixed: true },
    { ...money('balance', t`Balance`), fixed: true },
  ];
  const [debits, credits] = [asset.debits, asset.credits].map((each) => formatPlain(each, asset.assetId, assets));
  return (
    <section className="books-asset books-balance">
      <h2>{symbol}</h2>
      <DataTable
        name="books-trial-balance"
        label={t`Trial balance of ${symbol}`}
        columns={columns}
        query={{ ...query, data: asset.rows, refetch: query.refetch }}
        keyOf={(row) => row.class}
        empty={null}
        foot={
          <div className="books-foot">
            <p>
              <Trans>
                Debits <bdi dir="ltr">{debits}</bdi>, credits <bdi dir="ltr">{credits}</bdi>
              </Trans>
            </p>
            {asset.debits === asset.credits ? (
              <p className="positive">
                <Trans>Debits equal credits.</Trans>
              </p>
            ) : (
              <p className="danger">
                <Trans>Debits and credits differ.</Trans>
              </p>
            )}
          </div>
        }
      />
    </section>
  );
}
