import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseView, OrderView } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { nameOf } from '../../shared/code-names.ts';
import { Actions } from '../../shared/actions.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatSpan } from '../../shared/format.ts';
import { Approvals } from '../../shared/second-decision.tsx';
import { OrderFacts } from './order-facts.tsx';
import { HouseAction } from './steps.tsx';

const approvalsNeeded = 2;
const minuteMs = 60_000;

/** What the house sends and what goes to cold storage, until it is done; what is proposed is decided here. */
export function OrdersTable({ orders, foot }: Pick<HouseView, 'orders'> & { foot: ReactNode }) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<OrderView>[] = [
    {
      id: 'kind',
      name: t`Kind`,
      fixed: true,
      sortBy: ({ kind }) => i18n._(nameOf('orderKinds', kind)),
      cell: ({ kind }) => i18n._(nameOf('orderKinds', kind)),
    },
    {
      id: 'state',
      name: t`State`,
      fixed: true,
      sortBy: ({ state }) => i18n._(nameOf('orderStates', state)),
      cell: ({ state, earlier }) => (
        <>
          {i18n._(nameOf('orderStates', state))}{' '}
          {state === 'proposed' ? <Approvals given={earlier.length} needed={approvalsNeeded} /> : null}
        </>
      ),
    },
    { id: 'order', name: t`Order`, fixed: true, whole: true, cell: (order) => <OrderFacts order={order} /> },
    {
      id: 'age',
      name: t`Open for`,
      fixed: true,
      end: true,
      sortBy: ({ minutesOpen }) => minutesOpen,
      cell: ({ minutesOpen }) => formatSpan(minutesOpen * minuteMs),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (order) => (order.state === 'proposed' ? <Decide order={order} /> : null),
    },
  ];
  return (
    <GivenTable
      name="treasury-orders"
      label={t`Orders under way`}
      columns={columns}
      rows={orders}
      foot={foot}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>
            Nothing is under way. What the house sends, and what goes to cold storage, waits here for two treasurers.
          </Trans>
        </p>
      }
    />
  );
}

function Decide({ order: { id, earlier } }: { order: OrderView }) {
  const { t } = useLingui();
  return (
    <Actions roles={['treasurer']}>
      <HouseAction label={t`Reject`} kind="danger" said={() => ({ step: 'reject-cold', id })} />
      <HouseAction
        label={earlier.length > 0 ? t`Approve as second` : t`Approve`}
        kind="primary"
        said={() => ({ step: 'approve-cold', id })}
      />
    </Actions>
  );
}
