import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { StatementView } from '@tern/contracts/routes/console-books';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { useOperator } from '../../shared/operator.ts';
import { Amount } from './amount.tsx';
import { counterpartyNameOf, movementNameOf } from '../../shared/book-names.ts';
import { BooksFrame } from './books-frame.tsx';
import { formatRowMoment } from '../../shared/format-time.ts';
import { symbolOf } from './format-signed.ts';
import { LoadedPanel } from './loaded-panel.tsx';
import { PeriodForm, periodIn } from '../../shared/period-form.tsx';
import { TakeStatement } from './take-statement.tsx';

type Movement = StatementView['movements'][number];

/** What somebody had and what moved in a period, to be looked at or handed over as a paper. */
export function StatementsPage() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const period = periodIn(params);
  const person = params.get('person') ?? '';
  const statement = useQuery({
    queryKey: ['books', 'statement', person, period],
    queryFn: () => api.books.showStatement({ person, ...period }),
    enabled: person !== '',
  });
  return (
    <BooksFrame>
      <PeriodForm
        key={person}
        period={period}
        submit={<Trans>Show</Trans>}
        onChoose={({ person: chosen = '', from = '', to = '' }) => setParams({ person: chosen, from, to })}
      >
        <label>
          {t`Number of a person`}
          <input className="input" name="person" required maxLength={40} defaultValue={person} />
        </label>
      </PeriodForm>
      {person === '' ? (
        <p className="panel ink-2">
          <Trans>
            Enter the number of a person and a period. You see opening balance, movements and closing balance of each
            asset, and can hand them over as PDF or CSV.
          </Trans>
        </p>
      ) : (
        <LoadedPanel query={statement}>{(answer) => <Shown statement={answer} period={period} />}</LoadedPanel>
      )}
    </BooksFrame>
  );
}

function Shown({ statement, period }: { statement: StatementView; period: { from: string; to: string } }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const columns = useMovementColumns();
  const { person, accounts, movements } = statement;
  const total = accounts.reduce((sum, account) => sum + account.movements, 0);
  return (
    <>
      <h2>
        <Link className="link" to={`/people/${person.id}`}>
          <Trans>
            Person <span className="number">{person.publicId}</span>
          </Trans>
        </Link>
      </h2>
      {accounts.length === 0 ? (
        <p className="panel ink-2">
          <Trans>The person had no balance until the end of this period.</Trans>
        </p>
      ) : (
        <div className="books-cards">
          {accounts.map((account) => (
            <AccountCard key={`${account.wallet} ${account.assetId}`} account={account} />
          ))}
        </div>
      )}
      {role === 'treasurer' || role === 'administrator' ? (
        <TakeStatement person={person.publicId} period={period} />
      ) : null}
      {movements.length === 0 ? null : (
        <DataTable
          name="books-movements"
          label={t`Movements`}
          columns={columns}
          query={{ data: movements, error: null, isFetching: false, refetch: () => undefined }}
          keyOf={(row) => `${row.journal} ${row.assetId} ${row.balance} ${row.amount}`}
          pathOf={(row) => `/books/journals/${row.journal}`}
          empty={null}
          foot={
            total > movements.length ? (
              <p className="books-foot">
                <Trans>
                  The newest {movements.length} of {total}. The files have all of them.
                </Trans>
              </p>
            ) : null
          }
        />
      )}
    </>
  );
}

function AccountCard({ account }: { account: StatementView['accounts'][number] }) {
  const { assets } = useOperator();
  const amount = (wire: string) => <Amount wire={wire} assetId={account.assetId} symbol />;
  return (
    <section className="panel">
      <h2>{symbolOf(account.assetId, assets)}</h2>
      <p className="mono ink-2">{account.wallet}</p>
      <dl className="books-lines">
        <div>
          <dt>
            <Trans>Opening balance</Trans>
          </dt>
          <dd>{amount(account.opening)}</dd>
        </div>
        <div>
          <dt>
            <Trans>In</Trans>
          </dt>
          <dd>{amount(account.credited)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Out</Trans>
          </dt>
          <dd>{amount(account.debited === '0' ? '0' : `-${account.debited}`)}</dd>
        </div>
        <div className="books-sum">
          <dt>
            <Trans>Closing balance</Trans>
          </dt>
          <dd>{amount(account.closing)}</dd>
        </div>
      </dl>
    </section>
  );
}

function useMovementColumns(): readonly DataColumn<Movement>[] {
  const { t, i18n } = useLingui();
  return [
    { id: 'at', name: t`Time (UTC)`, fixed: true, cell: (row) => formatRowMoment(row.at) },
    { id: 'code', name: t`What`, fixed: true, opens: true, cell: (row) => i18n._(movementNameOf(row.code)) },
    { id: 'journal', name: t`Journal`, cell: (row) => <span className="number">{row.journal}</span> },
    { id: 'with', name: t`With`, fixed: true, cell: (row) => i18n._(counterpartyNameOf(row.counterparty)) },
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.amount} assetId={row.assetId} symbol />,
    },
    {
      id: 'balance',
      name: t`Balance after it`,
      end: true,
      cell: (row) => <Amount wire={row.balance} assetId={row.assetId} symbol />,
    },
  ];
}
