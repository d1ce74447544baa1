import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { HouseView } from '@tern/contracts/routes/console-work';
import { Chip } from '@tern/ui/chip';
import type { ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { nameOf } from '../../shared/code-names.ts';
import { Page } from '../../shared/page.tsx';
import { Approvals } from '../../shared/second-decision.tsx';
import { Nodes } from './nodes.tsx';
import { OrderFacts } from './order-facts.tsx';
import { ProposeOrder } from './propose-order.tsx';
import { Gaps } from './gaps.tsx';
import { ReserveProposals } from './reserve-proposals.tsx';
import { HouseAction } from './steps.tsx';
import { Surpluses } from './surpluses.tsx';
import '../../shared/narrow-rows.css';

const places: Readonly<Record<string, ReturnType<typeof msg>>> = {
  deposit: msg`Deposit addresses`,
  hot: msg`Hot wallet`,
  warm: msg`Warm wallet`,
  cold: msg`Cold storage`,
  energy: msg`Fee account`,
  'in-transit': msg`On its way`,
};

/** What is owed and what lies where, by the books and by the chain. */
export function TreasuryPage() {
  const house = useQuery({ queryKey: ['house'], queryFn: () => api.work.showHouse(), refetchInterval: 10_000 });
  return (
    <Page title={<Trans>Treasury and reconciliation</Trans>} aside={<HelpLink page="treasury" />} query={house}>
      {(answer) => (
        <>
          <Gaps house={answer} />
          <Surpluses surpluses={answer.surpluses} nowMs={house.dataUpdatedAt} />
          <ReserveProposals />
          {answer.assets.map((asset) => (
            <Asset key={asset.assetId} asset={asset} nowMs={house.dataUpdatedAt} />
          ))}
          <Orders orders={answer.orders} />
          <ProposeOrder />
          <Nodes />
        </>
      )}
    </Page>
  );
}

function Asset({ asset, nowMs }: { asset: HouseView['assets'][number]; nowMs: number }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const show = (amount: string) => (
    <bdi dir="ltr" className="number">
      {amount.startsWith('-') ? '−' : ''}
      {formatMoney(amount.replace('-', ''), asset.assetId, assets)}
    </bdi>
  );
  const symbol = assets.find(({ id }) => id === asset.assetId)?.symbol ?? asset.assetId;
  return (
    <section className="panel">
      <div className="cluster between wrap">
        <h2>{symbol}</h2>
        {asset.hot.verdict === 'within' ? (
          <Chip kind="positive">{t`hot wallet within its bounds`}</Chip>
        ) : asset.hot.verdict === 'below' ? (
          <Chip kind="failed">{t`hot wallet below its minimum`}</Chip>
        ) : (
          <Chip kind="waiting">{t`hot wallet above its maximum`}</Chip>
        )}
      </div>
      <p className="ink-2">
        <Trans>
          customer liabilities {show(asset.owed)} · house equity {show(asset.own)} · hot wallet free{' '}
          {show(asset.hot.available)}, minimum {show(asset.hot.floor)}, maximum {show(asset.hot.ceiling)}
        </Trans>
      </p>
      <table className="narrow-rows">
        <thead>
          <tr>
            <th>
              <Trans>Place</Trans>
            </th>
            <th className="end">
              <Trans>By the books now</Trans>
            </th>
            <th className="end">
              <Trans>Last comparison</Trans>
            </th>
            <th className="end">
              <Trans>By the books then</Trans>
            </th>
            <th className="end">
              <Trans>On the chain then</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {asset.custody.map(({ place, amount }) => (
            <Place key={place} place={place} amount={amount} asset={asset} nowMs={nowMs} show={show} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What lies in one place by the books, and what the last comparison with the chain found there. */
function Place(props: {
  place: string;
  amount: string;
  asset: HouseView['assets'][number];
  nowMs: number;
  show: (amount: string) => ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { place, amount, asset, nowMs, show } = props;
  const sample = asset.samples.find((each) => each.place === place);
  const differs = sample !== undefined && sample.books !== sample.chain;
  return (
    <tr>
      <td>{i18n._(places[place] ?? { id: place, message: place })}</td>
      <td className="end" data-label={t`By the books now`}>
        {show(amount)}
      </td>
      <td className="end ink-2" data-label={t`Last comparison`}>
        <div>{sample === undefined ? t`never` : <Compared sample={sample} nowMs={nowMs} />}</div>
      </td>
      <td className="end" data-label={t`By the books then`}>
        {sample === undefined ? '–' : show(sample.books)}
      </td>
      <td className={differs ? 'end danger' : 'end'} data-label={t`On the chain then`}>
        {sample === undefined ? '–' : show(sample.chain)}
      </td>
    </tr>
  );
}

type Sample = HouseView['assets'][number]['samples'][number];

/** As the alarm about comparisons that do not come. */
const staleMs = 900_000;

/** The block whose state both figures beside it are of; of the deposit addresses some are looked at each time. */
function Compared({ sample, nowMs }: { sample: Sample; nowMs: number }) {
  const { t } = useLingui();
  const at = formatTime(sample.at);
  const { block } = sample;
  return (
    <>
      <Trans>
        {at}, block {block}
      </Trans>
      {nowMs - Date.parse(sample.at) > staleMs ? (
        <p>
          <Chip kind="waiting">{t`out of date`}</Chip>
        </p>
      ) : null}
      {sample.place === 'deposit' ? (
        <p>
          <Trans>the addresses looked at in this round</Trans>
        </p>
      ) : null}
    </>
  );
}

function Orders({ orders }: Pick<HouseView, 'orders'>) {
  const { t, i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Orders under way</Trans>
      </h2>
      {orders.length === 0 ? (
        <p className="ink-2">
          <Trans>
            Nothing is under way. What the house sends, and what goes to cold storage, waits here for two treasurers.
          </Trans>
        </p>
      ) : (
        <table className="narrow-rows">
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>{i18n._(nameOf('orderKinds', order.kind))}</td>
                <td>
                  {i18n._(nameOf('orderStates', order.state))}{' '}
                  {order.state === 'proposed' ? <Approvals given={order.earlier.length} needed={2} /> : null}
                </td>
                <td>
                  <OrderFacts order={order} />
                </td>
                <td className="end">
                  <Trans>{order.minutesOpen} min</Trans>
                </td>
                <td>
                  {order.state === 'proposed' ? (
                    <div className="cluster wrap">
                      <HouseAction
                        label={t`Reject`}
                        kind="danger"
                        said={() => ({ step: 'reject-cold', id: order.id })}
                      />
                      <HouseAction
                        label={order.earlier.length > 0 ? t`Approve as second` : t`Approve`}
                        kind="primary"
                        said={() => ({ step: 'approve-cold', id: order.id })}
                      />
                    </div>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
