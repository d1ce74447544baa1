import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ActivityView, ParticipationView } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Card } from '@tern/ui/card';
import { Timeline, type TimelineStep } from '@tern/ui/timeline';
import type { ReactNode } from 'react';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { ActivityStatus } from '../shared/activity-status.tsx';
import { EntryAnswer } from './entry-answer.tsx';
import { EntryFacts } from './entry-facts.tsx';

type Step = Omit<TimelineStep, 'stateLabel'>;

/** The way from taking part to the reward, and where the person stands on it. `form`: the details, where they are open. */
export function ActivitySteps(props: { activity: ActivityView; token: AssetView; form?: ReactNode }) {
  const { t } = useLingui();
  const { activity, token, form } = props;
  const { participation } = activity;
  const labels = { done: t`done`, now: t`now`, todo: t`upcoming`, failed: t`failed` };
  const amount = exactAmountWithUnit(activity.reward, token);
  const claim: Step = {
    key: 'claim',
    state: 'todo',
    title: (
      <Trans>
        Claim <bdi dir="ltr">{amount}</bdi>
      </Trans>
    ),
  };
  const steps =
    participation === null ? [...entrySteps(activity, form), claim] : stepsOf(participation, { claim, form });
  return (
    <section aria-label={participation === null ? t`Progress` : t`Your entry`}>
      <Card>
        <Timeline label={t`Progress`} steps={steps.map((step) => ({ ...step, stateLabel: labels[step.state] }))} />
      </Card>
    </section>
  );
}

/** Before anything is handed in. */
function entrySteps(activity: ActivityView, form: ReactNode): readonly Step[] {
  const { platform } = activity;
  const isOpen = form !== undefined;
  return [
    { key: 'participate', state: isOpen ? 'done' : 'now', title: <Trans>Participate</Trans> },
    {
      key: 'confirm',
      state: isOpen ? 'now' : 'todo',
      title: <Trans>Confirm participation</Trans>,
      note: (
        <Trans>
          Add your user ID on <bdi>{platform}</bdi> and a picture that shows it.
        </Trans>
      ),
      body: form,
    },
    {
      key: 'review',
      state: 'todo',
      title: <Trans>Review</Trans>,
      note: <Plural value={activity.reviewHours} one="Reviewed within # hour" other="Reviewed within # hours" />,
    },
  ];
}

/** From what was handed in on. */
function stepsOf(
  participation: ParticipationView,
  { claim, form }: { readonly claim: Step; readonly form: ReactNode },
): readonly Step[] {
  const { status } = participation;
  const told = {
    time: <ActivityStatus status={status} />,
    body: <EntryAnswer participation={participation} />,
  };
  const confirmed: Step = {
    key: 'confirm',
    state: 'done',
    title: <Trans>Confirm participation</Trans>,
    body: <EntryFacts participation={participation} />,
  };
  const review = { key: 'review', title: <Trans>Review</Trans> };
  switch (status) {
    case 'under-review':
      return [confirmed, { ...review, ...told, state: 'now' }, claim];
    case 'failed':
      return form === undefined
        ? [confirmed, { ...review, ...told, state: 'failed' }]
        : [
            confirmed,
            { ...review, ...told, state: 'failed' },
            { key: 'again', state: 'now', title: <Trans>Resubmit</Trans>, body: form },
            claim,
          ];
    case 'approved':
    case 'paying':
      return [confirmed, { ...review, state: 'done' }, { ...claim, ...told, state: 'now' }];
    case 'completed':
      return [confirmed, { ...review, state: 'done' }, { ...claim, ...told, state: 'done' }];
  }
}
