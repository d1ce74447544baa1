import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import { Chip } from '@tern/ui/chip';
import { Facts } from '@tern/ui/facts';
import { CheckIcon, CircleCheckIcon, TriangleAlertIcon } from '@tern/ui/icons';
import { Timeline, type TimelineStep } from '@tern/ui/timeline';
import { Link, useLocation, type To } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatMoney, formatUnits } from '../../shared/format.ts';
import { formatDay, formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { readRejection } from '../../shared/reason-names.ts';
import { sendNumber } from '../../shared/send-number.ts';
import { PlaceText } from '../../shared/signing/signing-sheet.tsx';
import { InPlace, type WaitingPlace } from '../../shared/signing/waiting-place.tsx';
import { stateName } from '../../shared/state-names.ts';
import { Stops } from '../../shared/stops.tsx';
import { CaseBody } from '../../shared/case-body.tsx';
import { CaseBack, CasePending } from '../../shared/case-pending.tsx';
import { DecideForm } from './decide-form.tsx';
import { evidenceText } from './evidence-text.ts';
import { HeldReceiver } from './held-receiver.tsx';
import { LastArrivals, LastTransfers } from './past-money.tsx';

export const caseQuery = (id: string) => ({
  queryKey: ['review', id],
  queryFn: () => api.reviews.review({ id }),
  refetchInterval: 5_000,
});

/** Everything there is to know about one send, and the decision. */
export function ReviewCase(props: {
  id: string;
  /** Among those that wait; undefined where it is the only one, or none of them. */
  place: WaitingPlace | undefined;
  /** The next one that waits, if there is another one. */
  later: To | undefined;
}) {
  const { id, place, later } = props;
  const list = useList();
  const query = useQuery(caseQuery(id));
  const { data } = query;
  if (data === undefined)
    return <CasePending list={list} kind={<Trans>Withdrawal</Trans>} query={query} heights={heights} />;
  return (
    <main className="case">
      <CaseHead found={data} place={place} />
      <CaseBody>
        <div className="panels">
          {data.screening === null ? null : <HeldReceiver screening={data.screening} state={data.state} />}
          <Receiver found={data} />
          <Evidence found={data} />
          <LastTransfers found={data} />
          <LastArrivals found={data} />
        </div>
        <aside className="panels">
          <Decisions found={data} />
          <PersonFacts found={data} />
          <LimitFacts found={data} />
          <HotWallet found={data} />
        </aside>
      </CaseBody>
      <InPlace place={place}>
        <DecideForm found={data} later={later} />
      </InPlace>
    </main>
  );
}

type Found = { found: ReviewCaseView };

/** As its panels mostly stand: receiver, evidence and what was sent before, beside decisions, person and limits. */
const heights = { start: ['7rem', '16rem', '9rem'], end: ['9rem', '12rem', '8rem'] } as const;

/** The withdrawals as they were filtered when this one was opened. */
function useList() {
  const { t } = useLingui();
  const { search } = useLocation();
  return { to: { pathname: '/reviews', search }, name: t`To review` };
}

function CaseHead({ found, place }: Found & { place: WaitingPlace | undefined }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const list = useList();
  const total = String(BigInt(found.amount) + BigInt(found.fee));
  const left = found.approvalsNeeded - found.approvals;
  return (
    <header className="case-head">
      <CaseBack list={list} />
      <div className="case-name">
        <p className="ink-2">
          <Trans>Withdrawal</Trans>{' '}
          <Link className="link" to={`/transactions/record/${found.recordId}`}>
            <bdi dir="ltr">{sendNumber(found)}</bdi>
          </Link>
          {place === undefined ? null : (
            <span className="case-place">
              {' · '}
              <PlaceText place={place} />
            </span>
          )}
        </p>
        <p className="case-amount">
          <bdi dir="ltr" className="number">
            {formatMoney(found.amount, found.assetId, assets)}
          </bdi>{' '}
          <small className="ink-2">
            <Trans>
              fee {formatMoney(found.fee, found.assetId, assets)} · leaves the balance{' '}
              {formatMoney(total, found.assetId, assets)}
            </Trans>
          </small>
        </p>
      </div>
      {found.state !== 'under-review' ? (
        <Chip kind={found.state === 'rejected' || found.state === 'failed' ? 'failed' : 'running'}>
          {i18n._(stateName(found.state))}
        </Chip>
      ) : (
        <Chip kind="waiting">
          {left > 1 ? (
            <Trans>Waits for two approvals</Trans>
          ) : found.approvals > 0 ? (
            <Trans>Waits for a second approval</Trans>
          ) : (
            <Trans>Waits for an approval</Trans>
          )}
        </Chip>
      )}
    </header>
  );
}

function Receiver({ found }: Found) {
  const { explorerUrl } = useOperator();
  return (
    <section className="panel">
      <h2>
        <Trans>Receiver</Trans>
      </h2>
      <p className="case-address">
        <bdi dir="ltr" translate="no">
          {found.toAddress}
        </bdi>
      </p>
      <p className="ink-2">
        {found.settlement === 'internal' ? (
          <Trans>Somebody here: settled at once in the books, nothing leaves the house.</Trans>
        ) : (
          <Trans>Outside: paid on the chain.</Trans>
        )}
        {explorerUrl === null || found.settlement === 'internal' ? null : (
          <>
            {' '}
            <a className="link" href={`${explorerUrl}/#/address/${found.toAddress}`} target="_blank" rel="noreferrer">
              <Trans>Explorer</Trans>
            </a>
          </>
        )}
      </p>
      {found.memo === null ? null : (
        <p>
          <span className="ink-2">
            <Trans>Memo</Trans>
          </span>{' '}
          {found.memo}
        </p>
      )}
    </section>
  );
}

function Evidence({ found }: Found) {
  const { i18n, t } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Evidence</Trans>
      </h2>
      <ul>
        {found.evidence.map((each) => (
          <li key={each.about} className="check">
            <span className={each.tone === 'good' ? 'positive' : 'check-warning'}>
              {each.tone === 'good' ? <CircleCheckIcon size="s" /> : <TriangleAlertIcon size="s" />}
              <span className="visually-hidden">{each.tone === 'good' ? t`For it` : t`Against it`}</span>
            </span>{' '}
            <span>{i18n._(evidenceText(each))}</span>{' '}
            <span className="ink-2">{typeof each.facts.at === 'string' ? formatTime(each.facts.at) : null}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decisions({ found }: Found) {
  const { t, i18n } = useLingui();
  const two = found.approvalsNeeded > 1;
  const isOpen = found.state === 'under-review';
  const steps: TimelineStep[] = found.decisions.map((each) => {
    const rejection = each.decision === 'reject' && each.reason !== null ? readRejection(each.reason) : undefined;
    const note = rejection?.note ?? each.reason;
    return {
      key: each.operator,
      state: each.decision === 'approve' ? 'done' : 'failed',
      stateLabel: t`done`,
      title: each.decision === 'approve' ? t`Approved` : t`Rejected`,
      time: formatTime(each.at),
      note: (
        <>
          {rejection?.name === undefined ? null : <span className="decision-reason">{i18n._(rejection.name)}</span>}
          {note === null ? each.operator : `${each.operator}: “${note}”`}
        </>
      ),
    };
  });
  const names = found.decisions.map(({ operator }) => operator).join(', ');
  if (isOpen)
    steps.push({
      key: 'now',
      state: 'now',
      stateLabel: t`now`,
      title: found.decisions.length === 0 ? t`First decision` : t`Second decision`,
      note: names === '' ? t`Any reviewer or treasurer` : t`Anyone but ${names}`,
    });
  return (
    <section className="panel">
      <h2>{two ? <Trans>Two people decide</Trans> : <Trans>One person decides</Trans>}</h2>
      <Timeline label={t`Decisions`} steps={steps} />
    </section>
  );
}

function PersonFacts({ found }: Found) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const { person } = found;
  return (
    <section className="panel">
      <h2>
        <Trans>Person</Trans>
      </h2>
      <Facts
        tight
        facts={[
          {
            key: 'id',
            term: t`Number`,
            value: (
              <Link className="link" to={`/people/${person.id}`}>
                <bdi dir="ltr">{person.publicId}</bdi>
              </Link>
            ),
          },
          { key: 'since', term: t`Since`, value: formatDay(person.since) },
          {
            key: 'active',
            term: t`Account active`,
            value: person.activatedAt === null ? t`no` : formatDay(person.activatedAt),
          },
          { key: 'balance', term: t`Balance left`, value: formatMoney(person.available, found.assetId, assets) },
          {
            key: 'sent',
            term: t`Sent, 30 days`,
            value: formatMoney(person.sentThirtyDaysUsdt, 'usdt', assets),
          },
          { key: 'holds', term: t`Holds`, value: <Stops stops={person.stops} /> },
        ]}
      />
    </section>
  );
}

function LimitFacts({ found }: Found) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const decimals = assets.find(({ id }) => id === 'usdt')?.decimals ?? 6;
  return (
    <section className="panel">
      <h2>
        <Trans>Limits</Trans>
      </h2>
      <Facts
        tight
        facts={[
          { key: 'value', term: t`Value of this send`, value: formatUnits(found.usdtValue, decimals) },
          { key: 'largest', term: t`Largest transfer`, value: formatUnits(found.limits.largestUsdt, decimals) },
          { key: 'left', term: t`Left today`, value: formatUnits(found.limits.leftTodayUsdt, decimals) },
        ]}
      />
    </section>
  );
}

function HotWallet({ found }: Found) {
  const { assets } = useOperator();
  if (found.hotAfter === null) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Hot wallet after</Trans>
      </h2>
      {found.hotShort ? (
        <p className="check-warning cluster">
          <TriangleAlertIcon size="s" />
          <Trans>Not enough: it would wait until the hot wallet is filled.</Trans>
        </p>
      ) : (
        <p className="cluster">
          <span className="positive">
            <CheckIcon size="s" />
          </span>{' '}
          <bdi dir="ltr" className="number">
            {formatMoney(found.hotAfter, found.assetId, assets)}
          </bdi>
        </p>
      )}
    </section>
  );
}
