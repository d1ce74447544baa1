import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { JournalView } from '@tern/contracts/routes/console-books';
import { Facts, type Fact } from '@tern/ui/facts';
import { Link, useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { Amount } from './amount.tsx';
import { classNameOf, kindNameOf, legNameOf } from '../../shared/book-names.ts';
import { BooksHelpLink } from './books-frame.tsx';
import { DetailFrame, DetailTitle } from '../../shared/detail-page.tsx';
import { formatMoment } from '../../shared/format-time.ts';

type Leg = JournalView['transfers'][number];
type Entry = JournalView['entries'][number];

/** One journal: what it is about, its legs, and the entries that tell them. */
export function JournalPage() {
  const { id = '' } = useParams();
  const { i18n } = useLingui();
  const journal = useQuery({ queryKey: ['books', 'journal', id], queryFn: () => api.books.journal({ id }) });
  return (
    <DetailFrame
      list={{ to: '/books/journals', name: <Trans>Journals</Trans> }}
      name={
        <bdi dir="ltr" className="number">
          J-{id}
        </bdi>
      }
      help={<BooksHelpLink />}
      query={journal}
    >
      {(found) => (
        <>
          <DetailTitle
            title={i18n._(kindNameOf(found.kind))}
            subtitle={<Trans>Posted {formatMoment(found.at)}</Trans>}
            aside={null}
          />
          <div className="page-body">
            <About journal={found} />
            <Legs legs={found.transfers} />
            <Entries entries={found.entries} />
          </div>
        </>
      )}
    </DetailFrame>
  );
}

function About({ journal }: { journal: JournalView }) {
  const { t } = useLingui();
  const link = (id: string) => (
    <Link className="link number" to={`/books/journals/${id}`}>
      {id}
    </Link>
  );
  const optional = (key: string, term: string, id: string | null): Fact[] =>
    id === null ? [] : [{ key, term, value: link(id) }];
  return (
    <section className="panel">
      <Facts
        tight
        facts={[
          { key: 'key', term: t`Key`, value: <span className="mono">{journal.key}</span> },
          ...optional('reverses', t`Takes back journal`, journal.reverses),
          ...optional('reversed', t`Taken back by journal`, journal.reversedBy),
          ...(journal.details === '{}'
            ? []
            : [
                {
                  key: 'details',
                  term: t`Details`,
                  value: <span className="mono">{journal.details}</span>,
                },
              ]),
          {
            key: 'hash',
            term: t`Hash of its content`,
            value: <span className="mono">{journal.contentHash}</span>,
          },
        ]}
      />
    </section>
  );
}

function AccountName({ account }: { account: Leg['debit'] }) {
  const { i18n } = useLingui();
  if (account.person !== null) {
    return (
      <Link className="link" to={`/people?search=${account.person}`}>
        <Trans>
          Person <span className="number">{account.person}</span>
        </Trans>
      </Link>
    );
  }
  return (
    <>
      {i18n._(classNameOf(account.class))}
      {account.code === account.class ? null : <p className="mono ink-2">{account.code.replace(/^promotion:/, '')}</p>}
    </>
  );
}

function Legs({ legs }: { legs: readonly Leg[] }) {
  const { t, i18n } = useLingui();
  const states = {
    posted: t`moved`,
    pending: t`held`,
    post: t`moved from a hold`,
    void: t`hold released`,
    expire: t`hold expired`,
  };
  const columns: readonly DataColumn<Leg>[] = [
    { id: 'leg', name: t`Leg`, fixed: true, cell: (row) => row.leg },
    { id: 'code', name: t`What`, fixed: true, cell: (row) => i18n._(legNameOf(row.code)) },
    { id: 'debit', name: t`Debit`, fixed: true, cell: (row) => <AccountName account={row.debit} /> },
    {
      id: 'credit',
      name: t`Credit`,
      fixed: true,
      cell: (row) => (row.credit === null ? <span className="ink-2">–</span> : <AccountName account={row.credit} />),
    },
    {
      id: 'state',
      name: t`State`,
      fixed: true,
      cell: (row) =>
        row.heldBy === null ? (
          states[row.state]
        ) : (
          <Link className="link" to={`/books/journals/${row.heldBy}`}>
            {states[row.state]}
          </Link>
        ),
    },
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.amount} assetId={row.assetId} symbol />,
    },
  ];
  return (
    <section className="books-asset">
      <h2>
        <Trans>Legs</Trans>
      </h2>
      <DataTable
        name="books-legs"
        label={t`Legs`}
        columns={columns}
        query={ready(legs)}
        keyOf={(row) => row.id}
        empty={null}
      />
    </section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<Entry>[] = [
    { id: 'account', name: t`Account`, fixed: true, cell: (row) => <AccountName account={row.account} /> },
    { id: 'seq', name: t`Entry`, fixed: true, cell: (row) => row.seq },
    {
      id: 'of',
      name: t`Of`,
      fixed: true,
      cell: (row) => (row.ofCall ? <Trans>all journals of its call</Trans> : <Trans>this journal</Trans>),
    },
    {
      id: 'hash',
      name: t`Hash`,
      fixed: true,
      cell: (row) => (
        <details className="books-wrap">
          <summary className="mono">{row.hash.slice(0, 12)}…</summary>
          <span className="mono">{row.hash}</span>
        </details>
      ),
    },
    {
      id: 'amount',
      name: t`Credit less debit`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.amount} assetId={row.assetId} symbol />,
    },
    {
      id: 'balance',
      name: t`After it`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.balanceAfter} assetId={row.assetId} symbol />,
    },
  ];
  return (
    <section className="books-asset">
      <h2>
        <Trans>Entries</Trans>
      </h2>
      <DataTable
        name="books-entries"
        label={t`Entries`}
        columns={columns}
        query={ready(entries)}
        keyOf={(row) => `${row.account.id}:${row.seq}`}
        empty={
          <p className="ink-2 books-empty">
            <Trans>A hold has no entries: it reserves money and moves none.</Trans>
          </p>
        }
      />
    </section>
  );
}

/** Rows that are there already. */
const ready = <Data,>(data: Data) => ({ data, error: null, isFetching: false, refetch: () => undefined });
