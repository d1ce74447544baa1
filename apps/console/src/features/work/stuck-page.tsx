import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { StuckPayoutView, StuckView } from '@tern/contracts/routes/console-work';
import { Link } from 'react-router';
import { nameOf } from '../../shared/code-names.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { codeName } from '../../shared/flow-codes.ts';
import { formatAge, formatMoney } from '../../shared/format.ts';
import { useOperator, useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { EarlierOnPage } from '../../shared/signing/earlier.tsx';
import { stateName } from '../../shared/state-names.ts';
import { payoutWaitName } from '../../shared/wait-names.ts';
import { stuckQuery } from '../../shared/work-queries.ts';
import { OrderFacts } from './order-facts.tsx';
import { HouseAction, PayoutAction } from './steps.tsx';

const advice = {
  'decide-unexpected-receipt': msg`Its receipt is unexpected: compare it with an explorer. Two operators have to make the same decision.`,
  resume: msg`Find the cause, then resume the withdrawal.`,
  review: msg`Nobody has decided about it.`,
  'fill-hot-wallet': msg`Fill the hot wallet; it is paid by itself then.`,
  'fix-signer': msg`Start the signer; it is paid by itself then.`,
  'fix-nodes': msg`Look at the worker and its nodes; it goes on by itself.`,
  'resume-asset': msg`Resume the asset once the cause of its pause is clear.`,
  'wait-or-return': msg`Wait, it continues by itself, or return the withdrawal.`,
} as const satisfies Record<StuckPayoutView['action'], unknown>;

const orderAdvice = {
  'compare-and-resume': msg`Compare it with the chain, then resume the order.`,
  'fix-signer': msg`Start the signer.`,
  'fix-nodes': msg`Look at the worker and its nodes.`,
  wait: msg`Wait: it goes on by itself.`,
} as const satisfies Record<StuckView['orders'][number]['action'], unknown>;

/** What does not go on, each with its one safe action. */
export function StuckPage() {
  const stuck = useQuery(stuckQuery);
  return (
    <Page title={<Trans>Stuck items</Trans>} aside={<HelpLink page="payouts" />} query={stuck}>
      {(found) =>
        found.payouts.length + found.pauses.length + found.orders.length === 0 ? (
          <p className="ink-2">
            <Trans>Nothing is stuck.</Trans>
          </p>
        ) : (
          <>
            <Pauses pauses={found.pauses} />
            <Payouts payouts={found.payouts} nowMs={stuck.dataUpdatedAt} />
            <Orders orders={found.orders} />
          </>
        )
      }
    </Page>
  );
}

function Pauses({ pauses }: Pick<StuckView, 'pauses'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  if (pauses.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Paused assets</Trans>
      </h2>
      <table>
        <tbody>
          {pauses.map(({ assetId, reason }) => (
            <tr key={assetId}>
              <td>{symbolOf(assetId)}</td>
              <td>{reason}</td>
              <td>
                <HouseAction label={t`Resume asset`} said={() => ({ step: 'resume-asset', id: assetId })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Payouts({ payouts, nowMs }: { payouts: readonly StuckPayoutView[]; nowMs: number }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  if (payouts.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Payments</Trans>
      </h2>
      <table>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.id}>
              <td>
                <Link className="link mono" to={`/reviews/${payout.id}`}>
                  {payout.id}
                </Link>
                <p className="ink-2">
                  {i18n._(stateName(payout.state))}, {formatAge(payout.since, nowMs)}
                </p>
              </td>
              <td>
                <bdi dir="ltr" className="number">
                  {formatMoney(payout.amount, payout.assetId, assets)}
                </bdi>
                <p className="mono">{payout.toAddress}</p>
                <p className="ink-2">
                  <Trans>Requested by person {payout.publicId}</Trans>
                </p>
                <EarlierOnPage earlier={payout.earlier} />
              </td>
              <td>
                <p>{i18n._(advice[payout.action])}</p>
                {payout.waitingFor === null ? null : (
                  <p className="ink-2">{i18n._(payoutWaitName(payout.waitingFor))}</p>
                )}
                <p className="ink-2 mono">{payout.attention ?? payout.waitingDetail}</p>
              </td>
              <td>
                <PayoutActions payout={payout} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PayoutActions({ payout: { id, action } }: { payout: StuckPayoutView }) {
  const { t } = useLingui();
  const why = t`Why`;
  switch (action) {
    case 'decide-unexpected-receipt':
      return (
        <div className="cluster wrap">
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
        </div>
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
    case 'fix-nodes':
    case 'resume-asset':
      return null;
  }
}

function Orders({ orders }: Pick<StuckView, 'orders'>) {
  const { t, i18n } = useLingui();
  if (orders.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Orders of the treasury</Trans>
      </h2>
      <table>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                {i18n._(nameOf('orderKinds', order.kind))}, {i18n._(nameOf('orderStates', order.state))}
                <p className="ink-2 mono">{order.id}</p>
              </td>
              <td>
                <OrderFacts order={order} />
              </td>
              <td>
                <p>{i18n._(orderAdvice[order.action])}</p>
                {order.waitingFor === null ? null : (
                  <p className="ink-2">{i18n._(codeName('orderWaits', order.waitingFor))}</p>
                )}
                <p className="ink-2 mono">{order.attention ?? order.waitingDetail}</p>
              </td>
              <td>
                {order.action === 'compare-and-resume' ? (
                  <HouseAction label={t`Resume order`} said={() => ({ step: 'resume-order', id: order.id })} />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
