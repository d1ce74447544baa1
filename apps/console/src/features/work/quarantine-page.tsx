import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { QuarantineView } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Actions } from '../../shared/actions.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedAnswer } from '../../shared/data-table/paged-rows.ts';
import { codeName } from '../../shared/flow-codes.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { Money } from '../../shared/money.tsx';
import { useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { Approvals } from '../../shared/second-decision.tsx';
import { EarlierOnPage } from '../../shared/signing/earlier.tsx';
import { quarantineQuery } from '../../shared/work-queries.ts';
import { useWaitsColumn } from '../../shared/use-waits-column.ts';
import { ReturnAction } from './return-action.tsx';
import { HouseAction } from './steps.tsx';
import './quarantine.css';

type Held = QuarantineView['suspense'][number];

/** What came in and is nobody's yet, or is not understood. */
export function QuarantinePage() {
  const found = useInfiniteQuery(quarantineQuery);
  return (
    <Page
      title={<Trans>Quarantine and suspense</Trans>}
      aside={<HelpLink page="quarantine" />}
      query={pagedAnswer(found, joinPages)}
    >
      {(answer) => (
        <>
          <Freezes freezes={answer.freezes} />
          <Suspense
            suspense={answer.suspense}
            nowMs={found.dataUpdatedAt}
            foot={
              <MoreRows query={found} of={answer.more.suspense}>
                <Trans>More deposits in suspense</Trans>
              </MoreRows>
            }
          />
          <Graves
            grave={answer.grave}
            nowMs={found.dataUpdatedAt}
            foot={
              <MoreRows query={found} of={answer.more.grave}>
                <Trans>More items</Trans>
              </MoreRows>
            }
          />
          <NoiseTable noise={answer.noise} />
        </>
      )}
    </Page>
  );
}

/** Both lists as far as they were read; the first page has the rest. */
function joinPages(pages: readonly [QuarantineView, ...QuarantineView[]]): QuarantineView {
  return {
    ...pages[0],
    more: (pages.at(-1) ?? pages[0]).more,
    suspense: pages.flatMap(({ suspense }) => suspense),
    grave: pages.flatMap(({ grave }) => grave),
  };
}

type Freeze = QuarantineView['freezes'][number];

function Freezes({ freezes }: Pick<QuarantineView, 'freezes'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  if (freezes.length === 0) return null;
  const columns: readonly DataColumn<Freeze>[] = [
    { id: 'token', name: t`Token`, fixed: true, cell: ({ assetId }) => symbolOf(assetId) },
    {
      id: 'why',
      name: t`Why`,
      fixed: true,
      whole: true,
      cell: ({ address, booked, found, earlier }) => (
        <div className="breaks">
          <Trans>
            {address} holds {found}, by its events {booked}
          </Trans>
          <EarlierOnPage earlier={earlier} />
        </div>
      ),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ assetId: id }) => (
        <HouseAction
          label={t`Trust token again`}
          noteLabel={t`Why`}
          said={(note) => ({ step: 'thaw-token', id, note })}
        />
      ),
    },
  ];
  return (
    <GivenTable
      name="freezes"
      label={t`Frozen tokens`}
      columns={columns}
      rows={freezes}
      keyOf={({ assetId }) => assetId}
      empty={null}
    />
  );
}

function Suspense({ suspense, nowMs, foot }: Pick<QuarantineView, 'suspense'> & { nowMs: number; foot: ReactNode }) {
  const { t, i18n } = useLingui();
  const waits = useWaitsColumn(nowMs);
  const columns: readonly DataColumn<Held>[] = [
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      cell: ({ amount, assetId }) => <Money amount={amount} assetId={assetId} />,
    },
    waits,
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
      label={t`Suspense: money that is nobody’s yet`}
      columns={columns}
      rows={suspense}
      foot={foot}
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
    <Actions roles={['treasurer']}>
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
    </Actions>
  );
}

type Grave = QuarantineView['grave'][number];

function Graves({ grave, nowMs, foot }: Pick<QuarantineView, 'grave'> & { nowMs: number; foot: ReactNode }) {
  const { t } = useLingui();
  const why = useReasonColumn();
  const waits = useWaitsColumn(nowMs);
  const columns: readonly DataColumn<Grave>[] = [
    why,
    waits,
    {
      id: 'item',
      name: t`Item`,
      fixed: true,
      whole: true,
      cell: ({ id, subject, txId, block }) => (
        <div className="breaks">
          <p className="mono">{subject}</p>
          <p className="ink-2 mono">
            <Link className="link" to={`/transactions/item/${id}`}>
              {txId}
            </Link>{' '}
            · {block}
          </p>
        </div>
      ),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ id }) => (
        <HouseAction
          label={t`Dismiss item`}
          noteLabel={t`What it was`}
          said={(note) => ({ step: 'dismiss', id, note })}
        />
      ),
    },
  ];
  return (
    <GivenTable
      name="quarantine"
      label={t`Not understood`}
      columns={columns}
      rows={grave}
      foot={foot}
      keyOf={({ id }) => String(id)}
      empty={
        <p className="ink-2">
          <Trans>Nothing. What the chain shows and the worker cannot explain waits here to be looked at.</Trans>
        </p>
      }
    />
  );
}

type Noise = QuarantineView['noise'][number];

function NoiseTable({ noise }: Pick<QuarantineView, 'noise'>) {
  const { t } = useLingui();
  const why = useReasonColumn();
  if (noise.length === 0) return null;
  const columns: readonly DataColumn<Noise>[] = [
    why,
    {
      id: 'items',
      name: t`Items`,
      fixed: true,
      end: true,
      sortBy: ({ items }) => items,
      cell: ({ items }) => (
        <Link className="link number" to="/transactions?kind=unknown">
          {items}
        </Link>
      ),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ reason: id }) => (
        <HouseAction
          label={t`Close all of it`}
          noteLabel={t`What it was`}
          said={(note) => ({ step: 'dismiss', id, note })}
        />
      ),
    },
  ];
  return (
    <GivenTable
      name="noise"
      label={t`Noise that anybody can cause`}
      columns={columns}
      rows={noise}
      keyOf={({ reason }) => reason}
      empty={null}
    />
  );
}

function useReasonColumn(): DataColumn<{ readonly reason: string }> {
  const { t, i18n } = useLingui();
  const say = ({ reason }: { readonly reason: string }) => i18n._(codeName('reasons', reason));
  return { id: 'reason', name: t`Reason`, fixed: true, sortBy: say, cell: say };
}
