import { Trans } from '@lingui/react/macro';
import type { ParticipationStatus } from '@tern/contracts/routes/activities';
import { Chip, type ChipKind } from '@tern/ui/chip';
import { CircleCheckIcon, CircleXIcon } from '@tern/ui/icons';
import { ClockIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';

const variants: Record<ParticipationStatus, { kind: ChipKind; icon: ReactNode; label: ReactNode }> = {
  'under-review': { kind: 'running', icon: <ClockIcon size="xs" />, label: <Trans>Under review</Trans> },
  approved: { kind: 'positive', icon: <CircleCheckIcon size="xs" />, label: <Trans>Approved</Trans> },
  paying: { kind: 'running', icon: <ClockIcon size="xs" />, label: <Trans>Being paid</Trans> },
  completed: { kind: 'done', icon: <CircleCheckIcon size="xs" />, label: <Trans>Completed</Trans> },
  failed: { kind: 'failed', icon: <CircleXIcon size="xs" />, label: <Trans>Not accepted</Trans> },
};

/** Where the person's part in an activity stands. */
export function ActivityStatus(props: { status: ParticipationStatus }) {
  const { kind, icon, label } = variants[props.status];
  return (
    <Chip kind={kind} icon={icon}>
      {label}
    </Chip>
  );
}
