import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BonusStep, ResolutionsView } from '@tern/contracts/routes/console-resolutions';
import { operatorBonusRefusal, type OperatorBonusRefusal } from '@tern/contracts/routes/promotions';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Actions } from '../../shared/actions.tsx';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedAnswer } from '../../shared/data-table/paged-rows.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { Stops } from '../../shared/stops.tsx';
import { EarlierOnPage } from '../../shared/signing/earlier.tsx';
import { Approvals } from '../../shared/second-decision.tsx';
import { SignedAction } from '../../shared/signed.tsx';
import { resolutionsQuery } from '../../shared/work-queries.ts';
import { useWaitsColumn } from '../../shared/use-waits-column.ts';

/** What waits for an operator and is about one person: bonuses held for a look, and factors that were all lost. */
export function ResolutionsPage() {
  const resolutions = useInfiniteQuery(resolutionsQuery);
  return (
    <Page
      title={<Trans>Bonuses and resets</Trans>}
      aside={<HelpLink page="factor-resets" />}
      query={pagedAnswer(resolutions, joinPages)}
    >
      {(found) => (
        <>
          <Resets
            resets={found.resets}
            foot={
              <MoreRows query={resolutions} of={found.more.resets}>
                <Trans>More resets</Trans>
              </MoreRows>
            }
          />
          <Bonuses
            bonuses={found.bonuses}
            nowMs={resolutions.dataUpdatedAt}
            foot={
              <MoreRows query={resolutions} of={found.more.bonuses}>
                <Trans>More bonuses</Trans>
              </MoreRows>
            }
          />
        </>
      )}
    </Page>
  );
}

/** Both lists as far as they were read. */
function joinPages(pages: readonly [ResolutionsView, ...ResolutionsView[]]): ResolutionsView {
  return {
    ...(pages.at(-1) ?? pages[0]),
    bonuses: pages.flatMap(({ bonuses }) => bonuses),
    resets: pages.flatMap(({ resets }) => resets),
  };
}

type Reset = ResolutionsView['resets'][number];
type Bonus = ResolutionsView['bonuses'][number];

function Resets({ resets, foot }: Pick<ResolutionsView, 'resets'> & { foot: ReactNode }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<Reset>[] = [
    {
      id: 'person',
      name: t`Person`,
      fixed: true,
      sortBy: ({ startedAt }) => startedAt,
      cell: ({ personId, publicId, startedAt, readyAt }) => (
        <>
          <Link className="link" to={`/people/${personId}`}>
            <bdi dir="ltr">{publicId}</bdi>
          </Link>
          <p className="ink-2">{t`since ${formatTime(startedAt)}, not before ${formatTime(readyAt)}`}</p>
        </>
      ),
    },
    {
      id: 'stakes',
      name: t`At stake`,
      fixed: true,
      whole: true,
      cell: ({ balances, recent, stops, earlier }) => (
        <>
          <Stakes balances={balances} recent={recent} stops={stops} />
          <EarlierOnPage earlier={earlier} />
        </>
      ),
    },
    {
      id: 'approvals',
      name: t`Approvals`,
      fixed: true,
      sortBy: ({ approvals }) => approvals,
      cell: ({ approvals }) => <Approvals given={approvals} needed={2} />,
    },
    { id: 'decision', name: t`Decision`, fixed: true, whole: true, cell: (reset) => <ResetActions reset={reset} /> },
  ];
  return (
    <GivenTable
      name="resets"
      label={t`Who lost every factor`}
      columns={columns}
      rows={resets}
      foot={foot}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>
            Nobody waits. Who lost every factor asks for a reset, and two operators who know the person decide here.
          </Trans>
        </p>
      }
    />
  );
}

function ResetActions({ reset: { id, approvals } }: { reset: Reset }) {
  const { t } = useLingui();
  return (
    <Actions roles={['reviewer', 'administrator']}>
      {(['refuse', 'approve'] as const).map((decision) => (
        <SignedAction
          key={decision}
          label={
            decision === 'refuse'
              ? t`Leave the authenticator on`
              : approvals === 0
                ? t`Give the first approval`
                : t`Approve as second and remove the authenticator`
          }
          kind={decision === 'approve' ? 'primary' : 'quiet'}
          roles={['reviewer', 'administrator']}
          noteLabel={t`How you know the person`}
          ask={(note) => api.resolutions.askReset({ id, decision, note })}
          take={async (note, _more, proof) =>
            (await api.resolutions.decideReset({ said: { id, decision, note }, proof })).outcome
          }
        />
      ))}
    </Actions>
  );
}

/** What hangs on a reset: the money behind the authenticator, what happened to the account lately, and its holds. */
function Stakes({ balances, recent, stops }: Pick<Reset, 'balances' | 'recent' | 'stops'>) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const money = balances.map(({ assetId, amount }) => formatMoney(amount, assetId, assets)).join(' · ');
  return (
    <div>
      <p>
        <Trans>Balance</Trans>{' '}
        <bdi dir="ltr" className="number">
          {money === '' ? t`nothing` : money}
        </bdi>
      </p>
      {recent.length === 0 ? (
        <p className="ink-2">
          <Trans>No contact was changed and no new device was used within 30 days.</Trans>
        </p>
      ) : (
        recent.map(({ kind, at: last }) => {
          const at = formatTime(last);
          return (
            <p key={kind} className="check-warning">
              {kind === 'contact-changed' ? t`Contact changed ${at}` : t`Logged in from a new device ${at}`}
            </p>
          );
        })
      )}
      {stops.length === 0 ? null : <Stops stops={stops} />}
    </div>
  );
}

/** Where they say to live, and where their number is from: the other reason for a look. */
function Countries({ bonus }: { bonus: Bonus }) {
  const declared = bonus.declaredCountry ?? '–';
  const phone = bonus.phoneCountries.join(', ');
  if (phone === '') return null;
  return (
    <p className={phone === declared ? 'ink-2' : 'check-warning'}>
      <Trans>
        Says to live in {declared}; phone number from {phone}
      </Trans>
    </p>
  );
}

const refusals: Readonly<Record<OperatorBonusRefusal, MessageDescriptor>> = {
  'same-person': msg`Several accounts of one person`,
  'suspected-fraud': msg`Suspected fraud`,
  'legal-order': msg`Legal order`,
  'country-unclear': msg`Country is not plausible`,
  other: msg`Another reason, in the note`,
};

const refusal = (id: BonusStep['id'], reason: string, note: string): BonusStep => {
  return { id, decision: 'refuse', reason: operatorBonusRefusal.parse(reason), note };
};

function Bonuses({ bonuses, nowMs, foot }: Pick<ResolutionsView, 'bonuses'> & { nowMs: number; foot: ReactNode }) {
  const { t } = useLingui();
  const waits = useWaitsColumn(nowMs);
  const columns: readonly DataColumn<Bonus>[] = [
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      sortBy: ({ amount }) => BigInt(amount),
      cell: ({ amount }) => <Money amount={amount} assetId="reward" />,
    },
    waits,
    {
      id: 'person',
      name: t`Person`,
      fixed: true,
      whole: true,
      sortBy: ({ accountsOfSource }) => accountsOfSource,
      cell: (bonus) => (
        <>
          <Link className="link" to={`/people/${bonus.personId}`}>
            <bdi dir="ltr">{bonus.publicId}</bdi>
          </Link>
          <p className="ink-2 mono">{bonus.sourceAddress}</p>
          <p className="check-warning">
            <Trans>{bonus.accountsOfSource} accounts were activated from there</Trans>
          </p>
          <Countries bonus={bonus} />
        </>
      ),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ personId }) => <BonusActions id={personId} />,
    },
  ];
  return (
    <GivenTable
      name="bonuses"
      label={t`Bonuses held for a look`}
      columns={columns}
      rows={bonuses}
      foot={foot}
      keyOf={({ personId }) => personId}
      empty={
        <p className="ink-2">
          <Trans>
            No bonus is held. A bonus waits here when many accounts were activated from one address, or a phone number
            is from another country than declared.
          </Trans>
        </p>
      }
    />
  );
}

function BonusActions({ id }: { id: BonusStep['id'] }) {
  const { t, i18n } = useLingui();
  return (
    <Actions roles={['reviewer', 'treasurer']}>
      <SignedAction
        label={t`Pay it`}
        kind="primary"
        roles={['reviewer', 'treasurer']}
        noteLabel={t`Why`}
        ask={(note) => api.resolutions.askBonus({ id, decision: 'release', note })}
        take={async (note, _more, proof) => {
          await api.resolutions.decideBonus({ said: { id, decision: 'release', note }, proof });
          return 'done';
        }}
      />
      <SignedAction
        label={t`Never pay it`}
        kind="danger"
        roles={['reviewer', 'treasurer']}
        more={{
          label: t`Reason of a refusal`,
          choices: operatorBonusRefusal.options.map((reason) => ({ id: reason, name: i18n._(refusals[reason]) })),
        }}
        noteLabel={t`Why`}
        ask={(note, reason) => api.resolutions.askBonus(refusal(id, reason, note))}
        take={async (note, reason, proof) => {
          await api.resolutions.decideBonus({ said: refusal(id, reason, note), proof });
          return 'done';
        }}
      />
    </Actions>
  );
}
