import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { HeldMoneyView } from '@tern/contracts/routes/console-person-tabs';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { useOperator } from '../../shared/operator.ts';
import { lastDays, PeriodForm } from '../../shared/period-form.tsx';
import { stateName } from '../../shared/state-names.ts';
import { waits } from '../../shared/wait-names.ts';

/** What a person has, what of it is held and until when, and the way to everything that moved. */
export function MoneyTab({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const held = useQuery({
    queryKey: ['person', person.id, 'money'],
    queryFn: () => api.people.money({ id: person.id }),
    refetchInterval: 10_000,
  });
  return (
    <>
      <Balances wallets={person.wallets} />
      <h2>
        <Trans>Held money</Trans>
      </h2>
      <DataTable
        name="person-held"
        label={t`Held money`}
        columns={useColumns()}
        query={{ ...held, data: held.data?.held }}
        keyOf={({ recordId }) => recordId}
        pathOf={({ recordId }) => `/transactions/record/${recordId}`}
        empty={
          <Trans>Money of transfers that are not finished, and of deposits that are held, will appear here.</Trans>
        }
      />
      {held.data === undefined || held.data.further === 0 ? null : (
        <p>
          <Plural
            value={held.data.further}
            one="One more held deposit is not shown here. It is worth less than these, or is held for the answer of the screening service only."
            other="# more held deposits are not shown here. They are worth less than these, or are held for the answer of the screening service only."
          />
        </p>
      )}
      <section className="panel panels">
        <h2>
          <Trans>Everything that moved</Trans>
        </h2>
        <p>
          <Link className="link" to={`/transactions?person=${person.id}`}>
            <Trans>Transactions of this person</Trans>
          </Link>
        </p>
        <ToStatement publicId={person.publicId} />
      </section>
    </>
  );
}

type Wallet = PersonView['wallets'][number];

function Balances({ wallets }: Pick<PersonView, 'wallets'>) {
  const { t } = useLingui();
  const columns: readonly DataColumn<Wallet>[] = [
    {
      id: 'address',
      name: t`Address`,
      fixed: true,
      whole: true,
      cell: ({ address, disowned }) => (
        <>
          <p className="mono people-address">{address}</p>
          {disowned ? (
            <p className="danger">
              <Trans>The signer disowns this address. Tell nobody to send to it.</Trans>
            </p>
          ) : null}
        </>
      ),
    },
    {
      id: 'available',
      name: t`Available`,
      fixed: true,
      end: true,
      cell: (wallet) => <Part wallet={wallet} part="available" />,
    },
    { id: 'held', name: t`Held`, fixed: true, end: true, cell: (wallet) => <Part wallet={wallet} part="held" /> },
  ];
  return (
    <GivenTable
      name="person-wallets"
      label={t`Wallets`}
      columns={columns}
      rows={wallets}
      keyOf={({ address }) => address}
      empty={
        <p className="ink-2">
          <Trans>No wallet yet. The first one appears with its address when the person opens the app.</Trans>
        </p>
      }
    />
  );
}

function Part({ wallet: { balances }, part }: { wallet: Wallet; part: 'available' | 'held' }) {
  if (balances.length === 0) return '–';
  return balances.map((balance) => (
    <p key={balance.assetId}>
      <Money amount={balance[part]} assetId={balance.assetId} />
    </p>
  ));
}

function useColumns(): readonly DataColumn<HeldMoneyView>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly DataColumn<HeldMoneyView>[] => [
      {
        id: 'since',
        name: t`Since`,
        fixed: true,
        opens: true,
        sortBy: ({ since }) => since,
        cell: ({ since }) => <span className="people-time">{formatTime(since)}</span>,
      },
      {
        id: 'held',
        name: t`Held`,
        fixed: true,
        end: true,
        cell: ({ held, assetId }) => <Money amount={held} assetId={assetId} />,
      },
      {
        id: 'why',
        name: t`Why`,
        fixed: true,
        cell: ({ state, waitingFor, withdrawalId, depositId }) => (
          <>
            {waitingFor === null ? i18n._(stateName(state)) : i18n._(waits[waitingFor])}
            {state === 'under-review' && (withdrawalId ?? depositId) !== null ? (
              <>
                {' · '}
                <Link
                  className="link"
                  to={withdrawalId === null ? `/screening/${depositId}` : `/reviews/${withdrawalId}`}
                >
                  <Trans>To its decision</Trans>
                </Link>
              </>
            ) : null}
          </>
        ),
      },
      {
        id: 'due',
        name: t`Ends`,
        fixed: true,
        cell: ({ due, withdrawalId }) =>
          due === null
            ? t`once the transfer is finished`
            : withdrawalId === null
              ? t`released by ${formatTime(due)} at the latest`
              : t`answer promised by ${formatTime(due)}`,
      },
    ],
    [t, i18n],
  );
}

/** Leads to the statement of a period in Books, for the roles that it is open to. */
function ToStatement({ publicId }: { publicId: string }) {
  const { role } = useOperator();
  const navigate = useNavigate();
  if (role === 'viewer') return null;
  return (
    <PeriodForm
      period={lastDays()}
      submit={<Trans>Statement of this period</Trans>}
      onChoose={({ from = '', to = '' }) =>
        void navigate(`/books/statements?${new URLSearchParams({ person: publicId, from, to }).toString()}`)
      }
    />
  );
}
