import { Trans, useLingui } from '@lingui/react/macro';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Timeline } from '@tern/ui/timeline';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatClockSeconds, formatDateTime } from '../../../shared/format-time.ts';
import { FreezeText } from '../../../shared/inside/freeze-text.tsx';
import { paths } from '../../../shared/paths.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { reasonText } from '../../../shared/my+records/record-reason-texts.ts';

type Step = RecordDetailView['timeline'][number];

const titles: Record<Step['step'], ReactNode> = {
  requested: <Trans>Requested</Trans>,
  'under-review': <Trans>Under review</Trans>,
  approved: <Trans>Review approved</Trans>,
  rejected: <Trans>Review rejected</Trans>,
  cancelled: <Trans>Cancelled</Trans>,
  signed: <Trans>Signed</Trans>,
  broadcast: <Trans>Broadcast</Trans>,
  seen: <Trans>Seen on Tron</Trans>,
  confirming: <Trans>Confirming</Trans>,
  credited: <Trans>Credited</Trans>,
  settled: <Trans>Success</Trans>,
  failed: <Trans>Failed</Trans>,
  returned: <Trans>Returned</Trans>,
};

/** What happened when, what happens now, and what is still to come. */
export function RecordTimeline({ record }: { record: RecordDetailView }) {
  const { t } = useLingui();
  const states: Record<Step['state'], string> = { done: t`done`, now: t`now`, todo: t`upcoming`, failed: t`failed` };
  return (
    <Timeline
      label={t`Progress`}
      steps={record.timeline.map((step, index) => ({
        key: `${step.step}-${index}`,
        state: step.state,
        stateLabel: states[step.state],
        title: titles[step.step],
        note: <StepNote record={record} step={step} />,
        time: step.state === 'now' ? states.now : step.at === null ? null : <StepTime at={step.at} of={record} />,
      }))}
    />
  );
}

/** The clock alone says enough on the record's own day. */
function StepTime(props: { at: string; of: RecordDetailView }) {
  const sameDay = new Date(props.at).toDateString() === new Date(props.of.createdAt).toDateString();
  return (
    <time dir="auto" dateTime={props.at}>
      {sameDay ? formatClockSeconds(props.at) : formatDateTime(props.at)}
    </time>
  );
}

/** A security check holds the transfer: what for, until when at most, and how to object. */
function HeldText({ until }: { until: string }) {
  const deadline = formatDateTime(until);
  return (
    <Trans>
      For security, a person checks this transfer. If it is not decided by {deadline}, everything returns to your
      balance. If you disagree,{' '}
      <Link className="link" to={paths.complaints}>
        file a complaint
      </Link>
      .
    </Trans>
  );
}

/** The same of a deposit, which can be used by then whatever is decided. */
function HeldDepositText({ until }: { until: string }) {
  const deadline = formatDateTime(until);
  return (
    <Trans>
      For security, this deposit is being checked. You can use it by {deadline} at the latest. If you disagree,{' '}
      <Link className="link" to={paths.complaints}>
        file a complaint
      </Link>
      .
    </Trans>
  );
}

/** Steps of a transfer that are not taken while the account is on hold: nobody approves it, and nothing of it is signed. */
const waitsForHold: ReadonlySet<Step['step']> = new Set(['under-review', 'signed']);

function StepNote({ record, step }: { record: RecordDetailView; step: Step }) {
  const { confirmations, reason } = record;
  const { freeze } = useSuspenseQuery(accountQuery).data;
  if (step.state === 'failed' || step.step === 'cancelled') return reason === null ? null : reasonText(reason);
  if (step.state === 'now' && record.direction === 'out' && waitsForHold.has(step.step) && freeze !== null)
    return <FreezeText freeze={freeze} />;
  if (step.step === 'under-review' && step.state === 'now' && record.decidedBy !== null)
    return record.direction === 'in' ? (
      <HeldDepositText until={record.decidedBy} />
    ) : (
      <HeldText until={record.decidedBy} />
    );
  if (step.step === 'under-review') {
    const why = reason === 'above-review-limit' ? reasonText(reason) : null;
    if (step.state !== 'now') return why;
    return (
      <>
        {why} <Trans>We answer within 24 hours.</Trans>
      </>
    );
  }
  if (step.state === 'now' && confirmations !== null) {
    return (
      <Trans>
        <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi> blocks
      </Trans>
    );
  }
  if (step.step === 'returned') return <Trans>Amount and fee are back in your balance</Trans>;
  // What is held for a check is in the balance already.
  if (step.step === 'credited' && step.state === 'todo' && record.decidedBy === null)
    return <Trans>Added to your balance</Trans>;
  if (step.step === 'settled' && step.state === 'todo') return <Trans>The network can no longer reverse it</Trans>;
  return null;
}
