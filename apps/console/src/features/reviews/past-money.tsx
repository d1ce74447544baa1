import { Trans, useLingui } from '@lingui/react/macro';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import { Link } from 'react-router';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatDay } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { stateName } from '../../shared/state-names.ts';

type Found = { found: ReviewCaseView };
type Transfer = ReviewCaseView['lastTransfers'][number];
type Arrival = ReviewCaseView['arrivals'][number];

/** What the person sent before, whatever became of it. */
export function LastTransfers({ found }: Found) {
  const { t, i18n } = useLingui();
  const money = useMoneyColumns();
  const columns: readonly DataColumn<Transfer>[] = [
    money.date,
    { id: 'receiver', name: t`Receiver`, fixed: true, cell: ({ toAddress }) => <ShortAddress address={toAddress} /> },
    { id: 'status', name: t`Status`, fixed: true, cell: ({ state }) => i18n._(stateName(state)) },
    money.amount('−'),
  ];
  return (
    <GivenTable
      name="review-transfers"
      label={t`Last transfers`}
      columns={columns}
      rows={found.lastTransfers}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>None: this is the person’s first send.</Trans>
        </p>
      }
    />
  );
}

/** What the send is made of: who sent it to the person, and how often. */
export function LastArrivals({ found }: Found) {
  const { t } = useLingui();
  const money = useMoneyColumns();
  const columns: readonly DataColumn<Arrival>[] = [
    money.date,
    { id: 'sender', name: t`Sender`, fixed: true, cell: (arrival) => <Sender arrival={arrival} /> },
    {
      id: 'times',
      name: t`Arrivals from this sender`,
      fixed: true,
      sortBy: ({ times }) => times,
      cell: ({ times }) => <span className={times === 1 ? 'check-warning' : undefined}>{times}</span>,
    },
    money.amount(''),
  ];
  return (
    <GivenTable
      name="review-arrivals"
      label={t`Last arrivals`}
      columns={columns}
      rows={found.arrivals}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>Nothing has arrived for this person yet.</Trans>
        </p>
      }
    />
  );
}

function Sender({ arrival: { fromPerson, fromAddress } }: { arrival: Arrival }) {
  if (fromPerson !== null)
    return (
      <Link className="link" to={`/people/${fromPerson.id}`}>
        <bdi dir="ltr">{fromPerson.publicId}</bdi>
      </Link>
    );
  return fromAddress === null ? <Trans>unknown</Trans> : <ShortAddress address={fromAddress} />;
}

function ShortAddress({ address }: { address: string }) {
  return <bdi dir="ltr">{`${address.slice(0, 6)}…${address.slice(-5)}`}</bdi>;
}

type Moved = Pick<Transfer, 'at' | 'amount' | 'assetId'>;

/** When it moved, and how much. */
function useMoneyColumns(): {
  readonly date: DataColumn<Moved>;
  readonly amount: (sign: string) => DataColumn<Moved>;
} {
  const { t } = useLingui();
  const { assets } = useOperator();
  return {
    date: { id: 'day', name: t`Date`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatDay(at) },
    amount: (sign) => ({
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      cell: ({ amount, assetId }) => (
        <bdi dir="ltr" className="number">
          {sign}
          {formatMoney(amount, assetId, assets)}
        </bdi>
      ),
    }),
  };
}
