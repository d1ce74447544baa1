import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StuckPayoutView, StuckView } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Actions } from '../../shared/actions.tsx';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedAnswer } from '../../shared/data-table/paged-rows.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { codeName } from '../../shared/flow-codes.ts';
import { formatAge } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import { useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { EarlierOnPage } from '../../shared/signing/earlier.tsx';
import { sendNumber } from '../../shared/send-number.ts';
import { stateName } from '../../shared/state-names.ts';
import { payoutWaitName } from '../../shared/wait-names.ts';
import { stuckQuery } from '../../shared/work-queries.ts';
import { OrderFacts } from './order-facts.tsx';
import { HouseAction, PayoutAction } from './steps.tsx';

const advice = {
  'decide-unexpected-receipt': msg`Its receipt is unexpected: compare it with an explorer. Two operators have to make the same decision.`,
  resume: msg`Find the cause, then resume the withdrawal.`,
  review: msg`Nobody has decided yet.`,
  'fill-hot-wallet': msg`Fill the hot wallet. The withdrawal is then paid automatically.`,
  'fix-signer': msg`Start the signer. The withdrawal is then paid automatically.`,
  'end-quarantine': msg`The signer is in quarantine. Wait until it ends. If operators are enrolled at the signer, two of them have to approve it there.`,
  'read-refusal': msg`The signer runs, but refuses to sign. Correct the cause that is shown here.`,
  'fix-nodes': msg`Check the worker and its nodes. The withdrawal then continues automatically.`,
  'resume-asset': msg`Resume the asset once the cause of its pause is clear.`,
  'wait-or-return': msg`Wait until it continues automatically, or return the withdrawal.`,
} as const satisfies Record<StuckPayoutView['action'], unknown>;

/** Operators who are enrolled at the signer can do more than wait. */
const signerLimitAdvice = msg`If operators are enrolled at the signer, approve the withdrawal there. Otherwise wait, or return it.`;

const orderAdvice = {
  'compare-and-resume': msg`Compare it with the chain, then resume the order.`,
  'fix-signer': msg`Start the signer.`,
  'end-quarantine': advice['end-quarantine'],
  'read-refusal': advice['read-refusal'],
  'fix-nodes': msg`Check the worker and its nodes.`,
  wait: msg`Wait: it continues automatically.`,
} as const satisfies Record<StuckView['orders'][number]['action'], unknown>;

type Pause = StuckView['pauses'][number];
type StuckOrder = StuckView['orders'][number];

/** What does not go on, each with its one safe action. */
export function StuckPage() {
  const stuck = useInfiniteQuery(stuckQuery);
  return (
    <Page title={<Trans>Stuck items</Trans>} aside={<HelpLink page="payouts" />} query={pagedAnswer(stuck, joinPages)}>
      {(found) =>
        found.payouts.length + found.pauses.length + found.orders.length === 0 ? (
          <p className="ink-2">
            <Trans>
              Nothing is stuck. A payment, an order of the treasury or a paused asset that does not go on by itself
              appears here, with its one safe action.
            </Trans>
          </p>
        ) : (
          <>
            <Pauses pauses={found.pauses} />
            <Payouts
              payouts={found.payouts}
              nowMs={stuck.dataUpdatedAt}
              foot={
                <MoreRows query={stuck} of={found.more.payouts}>
                  <Trans>More payments</Trans>
                </MoreRows>
              }
            />
            <Orders
              orders={found.orders}
              foot={
                <MoreRows query={stuck} of={found.more.orders}>
                  <Trans>More orders</Trans>
                </MoreRows>
              }
            />
          </>
        )
      }
    </Page>
  );
}

/** Both lists as far as they were read, and the pauses, which the first page has. */
function joinPages(pages: readonly [StuckView, ...StuckView[]]): StuckView {
  return {
    ...pages[0],
    more: (pages.at(-1) ?? pages[0]).more,
    payouts: pages.flatMap(({ payouts }) => payouts),
    orders: pages.flatMap(({ orders }) => orders),
  };
}

function Pauses({ pauses }: Pick<StuckView, 'pauses'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  if (pauses.length === 0) return null;
  const columns: readonly DataColumn<Pause>[] = [
    { id: 'asset', name: t`Asset`, fixed: true, cell: ({ assetId }) => symbolOf(assetId) },
    { id: 'why', name: t`Why`, fixed: true, whole: true, cell: (pause) => <PauseReason pause={pause} /> },
    {
      id: 'action',
      name: t`Action`,
      fixed: true,
      whole: true,
      cell: ({ assetId: id }) => <HouseAction label={t`Resume asset`} said={() => ({ step: 'resume-asset', id })} />,
    },
  ];
  return (
    <GivenTable
      name="stuck-pauses"
      label={t`Paused assets`}
      columns={columns}
      rows={pauses}
      keyOf={({ assetId }) => assetId}
      empty={null}
    />
  );
}

/** The unexpected receipt that paused an asset, by the number of its payment. */
function PauseReason({ pause: { payout, detail } }: { pause: Pause }) {
  if (payout === null) return <Noted text={detail} />;
  const number = sendNumber({ recordId: payout.recordId, settlement: 'chain' });
  return (
    <>
      <p>
        <Trans>
          The receipt of withdrawal{' '}
          <Link className="link" to={`/reviews/${payout.id}`}>
            <bdi dir="ltr">{number}</bdi>
          </Link>{' '}
          is unexpected.
        </Trans>
      </p>
      <Noted text={detail} />
    </>
  );
}

/** What the worker, the signer or a node said, in its own words, for whoever looks for the cause. */
function Noted({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <p className="ink-2">
      <Trans>
        Technical detail: <span className="mono">{text}</span>
      </Trans>
    </p>
  );
}

function Payouts(props: { payouts: readonly StuckPayoutView[]; nowMs: number; foot: ReactNode }) {
  const { payouts, nowMs, foot } = props;
  const { t, i18n } = useLingui();
  if (payouts.length === 0) return null;
  const columns: readonly DataColumn<StuckPayoutView>[] = [
    {
      id: 'payment',
      name: t`Payment`,
      fixed: true,
      sortBy: ({ since }) => since,
      cell: ({ id, recordId, settlement, state, since }) => (
        <>
          <Link className="link" to={`/reviews/${id}`}>
            <bdi dir="ltr" className="number">
              {sendNumber({ recordId, settlement })}
            </bdi>
          </Link>
          <p className="ink-2">
            {i18n._(stateName(state))}, {formatAge(since, nowMs)}
          </p>
        </>
      ),
    },
    {
      id: 'receiver',
      name: t`Amount and receiver`,
      fixed: true,
      whole: true,
      cell: ({ amount, assetId, toAddress, publicId, earlier }) => (
        <>
          <Money amount={amount} assetId={assetId} />
          <p className="mono">{toAddress}</p>
          <p className="ink-2">
            <Trans>Requested by person {publicId}</Trans>
          </p>
          <EarlierOnPage earlier={earlier} />
        </>
      ),
    },
    {
      id: 'advice',
      name: t`What to do`,
      fixed: true,
      whole: true,
      cell: (payout) => (
        <>
          <p>{i18n._(payout.waitingFor === 'signer-limit' ? signerLimitAdvice : advice[payout.action])}</p>
          {payout.waitingFor === null ? null : <p className="ink-2">{i18n._(payoutWaitName(payout.waitingFor))}</p>}
          <Noted text={payout.attention ?? payout.waitingDetail} />
        </>
      ),
    },
    { id: 'action', name: t`Action`, fixed: true, whole: true, cell: (payout) => <PayoutActions payout={payout} /> },
  ];
  return (
    <GivenTable
      name="stuck-payouts"
      label={t`Payments`}
      columns={columns}
      rows={payouts}
      foot={foot}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

function PayoutActions({ payout: { id, action } }: { payout: StuckPayoutView }) {
  const { t } = useLingui();
  const why = t`Why`;
  switch (action) {
    case 'decide-unexpected-receipt':
      return (
        <Actions roles={['reviewer', 'treasurer']}>
          <PayoutAction
            label={t`Settle withdrawal`}
            noteLabel={why}
            said={(note) => ({ step: 'settle-unexpected-receipt', id, note })}
          />
          <PayoutAction
            label={t`Return withdrawal`}
            noteLabel={why}
            said={(note) => ({ step: 'return-unexpected-receipt', id, note })}
          />
        </Actions>
      );
    case 'resume':
      return <PayoutAction label={t`Resume withdrawal`} said={() => ({ step: 'resume-payout', id })} />;
    case 'review':
      return (
        <Link className="link" to={`/reviews/${id}`}>
          {t`Decide`}
        </Link>
      );
    case 'wait-or-return':
      return (
        <PayoutAction
          label={t`Return withdrawal`}
          kind="danger"
          noteLabel={why}
          said={(note) => ({ step: 'return-payout', id, note })}
        />
      );
    case 'fill-hot-wallet':
    case 'fix-signer':
    case 'end-quarantine':
    case 'read-refusal':
    case 'fix-nodes':
    case 'resume-asset':
      return null;
  }
}

function Orders({ orders, foot }: Pick<StuckView, 'orders'> & { foot: ReactNode }) {
  const { t, i18n } = useLingui();
  if (orders.length === 0) return null;
  const columns: readonly DataColumn<StuckOrder>[] = [
    {
      id: 'order',
      name: t`Order`,
      fixed: true,
      cell: ({ id, kind, state }) => (
        <>
          {i18n._(nameOf('orderKinds', kind))}, {i18n._(nameOf('orderStates', state))}
          <p className="ink-2 mono">{id}</p>
        </>
      ),
    },
    { id: 'facts', name: t`What it does`, fixed: true, whole: true, cell: (order) => <OrderFacts order={order} /> },
    {
      id: 'advice',
      name: t`What to do`,
      fixed: true,
      whole: true,
      cell: (order) => (
        <>
          <p>{i18n._(orderAdvice[order.action])}</p>
          {order.waitingFor === null ? null : (
            <p className="ink-2">{i18n._(codeName('orderWaits', order.waitingFor))}</p>
          )}
          <Noted text={order.attention ?? order.waitingDetail} />
        </>
      ),
    },
    {
      id: 'action',
      name: t`Action`,
      fixed: true,
      whole: true,
      cell: ({ id, action }) =>
        action === 'compare-and-resume' ? (
          <HouseAction label={t`Resume order`} said={() => ({ step: 'resume-order', id })} />
        ) : null,
    },
  ];
  return (
    <GivenTable
      name="stuck-orders"
      label={t`Orders of the treasury`}
      columns={columns}
      rows={orders}
      foot={foot}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}
