import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { Timeline, type TimelineStep } from '@tern/ui/timeline';
import { formatTime } from '../../shared/format-time.ts';

/** From the invitation to the session that is open now. */
export function OperatorCourse({ found }: { found: OperatorDetailView }) {
  const { t } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Access</Trans>
      </h2>
      <Timeline label={t`Access`} steps={useSteps(found)} />
    </section>
  );
}

function useSteps({
  since,
  keys,
  session,
  lastSeenAt,
  disabledAt,
  invitedUntil,
}: OperatorDetailView): readonly TimelineStep[] {
  const { t } = useLingui();
  const first = keys.toSorted((one, other) => one.addedAt.localeCompare(other.addedAt))[0];
  const done = { state: 'done', stateLabel: t`Done` } as const;
  const now = { state: 'now', stateLabel: t`Now` } as const;
  const failed = { state: 'failed', stateLabel: t`Failed` } as const;
  const invited = { key: 'invited', ...done, title: t`Invited`, time: formatTime(since) };
  const out: TimelineStep[] =
    disabledAt === null
      ? []
      : [
          {
            key: 'disabled',
            ...failed,
            title: t`Disabled`,
            time: formatTime(disabledAt),
            note: t`Every session has ended.`,
          },
        ];
  if (first === undefined) {
    const open: TimelineStep =
      invitedUntil === null
        ? { key: 'key', ...failed, title: t`Invitation expired`, note: t`Propose the invitation again.` }
        : {
            key: 'key',
            ...now,
            title: t`Key not enrolled yet`,
            note: t`The link works until ${formatTime(invitedUntil)}.`,
          };
    return [invited, ...(disabledAt === null ? [open] : out)];
  }
  const enrolled = { key: 'key', ...done, title: t`Key enrolled`, time: formatTime(first.addedAt) };
  if (disabledAt !== null) return [invited, enrolled, ...out];
  const seen: TimelineStep =
    session === null
      ? {
          key: 'seen',
          ...done,
          title: t`Not signed in`,
          note: lastSeenAt === null ? t`Never seen.` : t`Last seen ${formatTime(lastSeenAt)}.`,
        }
      : {
          key: 'seen',
          ...now,
          title: t`Signed in`,
          time: formatTime(session.since),
          note: t`Last seen ${formatTime(session.seenAt)}.`,
        };
  return [invited, enrolled, seen];
}
