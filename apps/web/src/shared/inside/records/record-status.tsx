import { Trans } from '@lingui/react/macro';
import type { RecordView } from '@tern/contracts/routes/records';
import { Chip, type ChipKind } from '@tern/ui/chip';
import { CheckIcon, CircleXIcon } from '@tern/ui/icons';
import { ClockIcon, HourglassIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';

type Variant = { kind: ChipKind; icon: ReactNode; text: ReactNode };

const done = { kind: 'done', icon: <CheckIcon size="xs" /> } as const;
const running = { kind: 'running', icon: <HourglassIcon size="xs" /> } as const;
const failed = { kind: 'failed', icon: <CircleXIcon size="xs" /> } as const;

const variants: Record<RecordView['status'], Variant> = {
  confirming: { ...running, text: <Trans>Confirming</Trans> },
  success: { ...done, text: <Trans>Success</Trans> },
  failed: { ...failed, text: <Trans>Failed</Trans> },
  'pending-review': { kind: 'waiting', icon: <ClockIcon size="xs" />, text: <Trans>Pending review</Trans> },
  'review-approved': { ...running, text: <Trans>Review approved</Trans> },
  'review-rejected': { ...failed, text: <Trans>Review rejected</Trans> },
  withdrawing: { ...running, text: <Trans>Withdrawing</Trans> },
  cancelled: { kind: 'neutral', icon: <CircleXIcon size="xs" />, text: <Trans>Cancelled</Trans> },
};

/** The record's state as a chip: success is quiet, what waits or failed carries a tint. */
export function RecordStatus(props: { record: Pick<RecordView, 'status' | 'confirmations'> }) {
  const { status, confirmations } = props.record;
  const { kind, icon, text } = variants[status];
  return (
    <Chip kind={kind} icon={icon}>
      {status === 'confirming' && confirmations !== null ? (
        <Trans>
          <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi>
        </Trans>
      ) : (
        text
      )}
    </Chip>
  );
}
