import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { QuarantineView } from '@tern/contracts/routes/console-work';
import { Link } from 'react-router';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { codeName } from '../../shared/flow-codes.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatAge, formatMoney } from '../../shared/format.ts';
import { useOperator, useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { Approvals } from '../../shared/second-decision.tsx';
import { EarlierOnPage } from '../../shared/signing/earlier.tsx';
import { TablePanel } from '../../shared/table-panel.tsx';
import { quarantineQuery } from '../../shared/work-queries.ts';
import { ReturnAction } from './return-action.tsx';
import { HouseAction } from './steps.tsx';
import './quarantine.css';

type Held = QuarantineView['suspense'][number];

/** What came in and is nobody's yet, or is not understood. */
export function QuarantinePage() {
  const found = useQuery(quarantineQuery);
  return (
    <Page title={<Trans>Quarantine and suspense</Trans>} aside={<HelpLink page="quarantine" />} query={found}>
      {(answer) => (
        <>
          <Freezes freezes={answer.freezes} />
          <Suspense suspense={answer.suspense} nowMs={found.dataUpdatedAt} />
          <Grave grave={answer.grave} nowMs={found.dataUpdatedAt} />
          <Noise noise={answer.noise} />
        </>
      )}
    </Page>
  );
}

function Freezes({ freezes }: Pick<QuarantineView, 'freezes'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  if (freezes.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Frozen tokens</Trans>
      </h2>
      <table>
        <tbody>
          {freezes.map(({ assetId, address, booked, found, earlier }) => (
            <tr key={assetId}>
              <td>{symbolOf(assetId)}</td>
              <td className="breaks">
                <Trans>
                  {address} holds {found}, by its events {booked}
                </Trans>
                <EarlierOnPage earlier={earlier} />
              </td>
              <td>
                <HouseAction
                  label={t`Trust token again`}
                  noteLabel={t`Why`}
                  said={(note) => ({ step: 'thaw-token', id: assetId, note })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Suspense({ suspense, nowMs }: Pick<QuarantineView, 'suspense'> & { nowMs: number }) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const columns: readonly DataColumn<Held>[] = [
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      cell: ({ amount, assetId }) => (
        <bdi dir="ltr" className="number">
          {formatMoney(amount, assetId, assets)}
        </bdi>
      ),
    },
    {
      id: 'age',
      name: t`Waits`,
      fixed: true,
      sortBy: ({ since }) => since,
      cell: ({ since }) => formatAge(since, nowMs),
    },
    {
      id: 'arrival',
      name: t`Arrival`,
      fixed: true,
      whole: true,
      sortBy: ({ reason }) => i18n._(codeName('reasons', reason)),
      cell: (item) => <Arrival item={item} />,
    },
    {
      id: 'approvals',
      name: t`Decisions`,
      fixed: true,
      sortBy: ({ votes }) => votes,
      cell: ({ votes }) => <Approvals given={votes} needed={2} />,
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ id, returning }) =>
        returning ? <Trans>It is on its way back already.</Trans> : <SuspenseActions id={id} />,
    },
  ];
  return (
    <GivenTable
      name="suspense"
      title={<Trans>Suspense: money that is nobody’s yet</Trans>}
      label={t`Suspense: money that is nobody’s yet`}
      columns={columns}
      rows={suspense}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>
            No money in suspense. Deposits without an owner wait here until two operators credit, keep or return them.
          </Trans>
        </p>
      }
    />
  );
}

/** Why it is nobody's, from where to where it went, and what operators have said. */
function Arrival({ item }: { item: Held }) {
  const { i18n } = useLingui();
  return (
    <div className="suspense-arrival">
      <p>{i18n._(codeName('reasons', item.reason))}</p>
      {item.reason === 'address-disowned' ? (
        <p>
          <Trans>
            The signer says that this address is not its own. Whoever has the key can take the coins away again.
          </Trans>
        </p>
      ) : null}
      <p className="mono">{item.from} →</p>
      <p className="mono">{item.to}</p>
      <p className="mono">
        <Link className="link" to={`/transactions/arrival/${item.id}`}>
          {item.txId}
        </Link>
      </p>
      <EarlierOnPage earlier={item.earlier} />
    </div>
  );
}

/** The three things that can be made of it. */
function SuspenseActions({ id }: { id: QuarantineView['suspense'][number]['id'] }) {
  const { t } = useLingui();
  return (
    <div className="cluster wrap">
      <HouseAction
        label={t`Assign money`}
        noteLabel={t`How that is known`}
        more={{ label: t`Address of their wallet` }}
        said={(note, address) => ({ step: 'assign-suspense', id, address, note })}
      />
      <HouseAction
        label={t`Book to the house`}
        noteLabel={t`How that is known`}
        said={(note) => ({ step: 'suspense-to-house', id, note })}
      />
      <ReturnAction id={id} />
    </div>
  );
}

function Grave({ grave, nowMs }: Pick<QuarantineView, 'grave'> & { nowMs: number }) {
  const { t, i18n } = useLingui();
  return (
    <TablePanel
      title={<Trans>Not understood</Trans>}
      empty={<Trans>Nothing. What the chain shows and the worker cannot explain waits here to be looked at.</Trans>}
    >
      {grave.map((item) => (
        <tr key={item.id}>
          <td>
            {i18n._(codeName('reasons', item.reason))}
            <p className="ink-2">{formatAge(item.since, nowMs)}</p>
          </td>
          <td>
            <p className="mono">{item.subject}</p>
            <p className="ink-2 mono">
              <Link className="link" to={`/transactions/item/${item.id}`}>
                {item.txId}
              </Link>{' '}
              · {item.block}
            </p>
          </td>
          <td>
            <HouseAction
              label={t`Dismiss item`}
              noteLabel={t`What it was`}
              said={(note) => ({ step: 'dismiss', id: item.id, note })}
            />
          </td>
        </tr>
      ))}
    </TablePanel>
  );
}

function Noise({ noise }: Pick<QuarantineView, 'noise'>) {
  const { t, i18n } = useLingui();
  if (noise.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Noise that anybody can cause</Trans>
      </h2>
      <table>
        <tbody>
          {noise.map(({ reason, items }) => (
            <tr key={reason}>
              <td>{i18n._(codeName('reasons', reason))}</td>
              <td className="number">
                <Link className="link" to="/transactions?kind=unknown">
                  {items}
                </Link>
              </td>
              <td>
                <HouseAction
                  label={t`Close all of it`}
                  noteLabel={t`What it was`}
                  said={(note) => ({ step: 'dismiss', id: reason, note })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
