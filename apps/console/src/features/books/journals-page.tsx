import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { JournalRowView } from '@tern/contracts/routes/console-books';
import { Button } from '@tern/ui/button';
import type { ComponentProps } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { formatRowMoment, formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { NamedTimeField } from '../../shared/time-field.tsx';
import { Amount } from './amount.tsx';
import { classNameOf, kindNameOf } from '../../shared/book-names.ts';
import { BooksFrame } from './books-frame.tsx';
import { formatSigned } from './format-signed.ts';
import '../../shared/period-form.css';

const fields = ['id', 'kind', 'account', 'person', 'assetId', 'amount', 'from', 'to'] as const;
type Search = Partial<Record<(typeof fields)[number], string>>;

/** Journals by number, key, kind, period, account, person and amount. What is searched for stands in the address. */
export function JournalsPage() {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const [params, setParams] = useSearchParams();
  const search: Search = Object.fromEntries(
    fields.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  );
  const found = useInfiniteQuery({
    queryKey: ['books', 'journals', search],
    queryFn: ({ pageParam }) =>
      api.books.searchJournals({
        ...(search as Parameters<typeof api.books.searchJournals>[0]),
        ...(pageParam === undefined ? {} : { before: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const columns: readonly DataColumn<JournalRowView>[] = [
    { id: 'time', name: t`Time (UTC)`, fixed: true, cell: ({ at }) => formatRowMoment(at) },
    {
      id: 'kind',
      name: t`Kind`,
      fixed: true,
      opens: true,
      cell: ({ kind }) => i18n._(kindNameOf(kind)),
    },
    { id: 'number', name: t`Journal`, cell: ({ id }) => <span className="number">{id}</span> },
    { id: 'people', name: t`People`, cell: (row) => <People row={row} /> },
    { id: 'legs', name: t`Legs`, end: true, cell: ({ legs }) => legs },
    { id: 'key', name: t`Key`, extra: true, cell: ({ key }) => <span className="mono">{key}</span> },
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      sortBy: ({ amounts }) => (amounts.length === 1 ? BigInt(amounts[0]?.amount ?? '0') : null),
      text: ({ amounts }) => amounts.map(({ amount, assetId }) => formatSigned(amount, assetId, assets)).join(' '),
      cell: ({ amounts }) =>
        amounts.map(({ assetId, amount }) => (
          <p key={assetId}>
            <Amount wire={amount} assetId={assetId} symbol />
          </p>
        )),
    },
  ];
  return (
    <BooksFrame>
      <DataTable
        name="books-journals"
        label={t`Journals`}
        columns={columns}
        query={pagedRows(found, ({ journals }) => journals)}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `/books/journals/${id}`}
        tools={<SearchForm key={String(params)} search={search} onSearch={setParams} />}
        empty={
          <p className="ink-2 books-empty">
            {found.hasNextPage ? (
              <Trans>No journal so far. The search can go on further back.</Trans>
            ) : (
              <Trans>No journal matches. Every movement of money in the books is a journal.</Trans>
            )}
          </p>
        }
        foot={<Foot found={found} searchedTo={found.data?.pages.at(-1)?.searchedTo ?? null} />}
      />
    </BooksFrame>
  );
}

function People({ row: { people } }: { row: JournalRowView }) {
  return people.length === 0 ? (
    <span className="ink-2">–</span>
  ) : (
    <span className="number">{people.length < 3 ? people.join(', ') : `${people.slice(0, 2).join(', ')} …`}</span>
  );
}

function Foot(props: { found: ComponentProps<typeof MoreRows>['query']; searchedTo: string | null }) {
  const { found, searchedTo } = props;
  return (
    <div className="books-foot">
      <p>{searchedTo === null ? null : <Trans>Searched back to {formatTime(searchedTo)}</Trans>}</p>
      <MoreRows query={found}>
        <Trans>Search further back</Trans>
      </MoreRows>
    </div>
  );
}

function SearchForm({ search, onSearch }: { search: Search; onSearch: (params: URLSearchParams) => void }) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const { data: chart } = useQuery({ queryKey: ['books', 'chart'], queryFn: () => api.books.showChart() });
  const text = (name: keyof Search, label: string, inputMode?: 'decimal') => (
    <label>
      {label}
      <input className="input" name={name} defaultValue={search[name] ?? ''} inputMode={inputMode} maxLength={200} />
    </label>
  );
  const choice = (name: keyof Search, label: string, any: string, choices: readonly (readonly [string, string])[]) => (
    <label>
      {label}
      <select name={name} defaultValue={search[name] ?? ''}>
        <option value="">{any}</option>
        {search[name] === undefined || choices.some(([id]) => id === search[name]) ? null : (
          <option value={search[name]}>{search[name]}</option>
        )}
        {choices.map(([id, label_]) => (
          <option key={id} value={id}>
            {label_}
          </option>
        ))}
      </select>
    </label>
  );
  const classes = chart?.classes.map((each) => [each.class, i18n._(classNameOf(each.class))] as const) ?? [];
  return (
    <form
      className="period-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const given = [...new FormData(event.currentTarget)]
          .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''] as [string, string])
          .filter(([, value]) => value !== '');
        onSearch(new URLSearchParams(given));
      }}
    >
      {text('id', t`Number or key`)}
      {text('person', t`Number of a person`)}
      {text('amount', t`Amount`, 'decimal')}
      {choice(
        'assetId',
        t`Asset`,
        t`All`,
        assets.map(({ id, symbol }) => [id, symbol] as const),
      )}
      {choice('kind', t`Kind`, t`All`, chart?.kinds.map((kind) => [kind, i18n._(kindNameOf(kind))] as const) ?? [])}
      {choice('account', t`Account`, t`All`, classes)}
      <NamedTimeField label={t`From (UTC)`} name="from" start={search.from ?? ''} />
      <NamedTimeField label={t`To, included (UTC)`} name="to" start={search.to ?? ''} />
      <Button kind="quiet" type="submit">
        <Trans>Search</Trans>
      </Button>
      {Object.keys(search).length === 0 ? null : (
        <Link className="link books-clear" to="/books/journals">
          <Trans>Clear</Trans>
        </Link>
      )}
    </form>
  );
}
