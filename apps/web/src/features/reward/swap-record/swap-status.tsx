import { Trans } from '@lingui/react/macro';
import type { SwapView } from '@tern/contracts/routes/swaps';
import { Chip } from '@tern/ui/chip';
import { CheckIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';

/** A swap is completed with its booking, whatever becomes of its reward. */
export function SwapStatus() {
  return (
    <Chip kind="done" icon={<CheckIcon size="xs" />}>
      <Trans>Completed</Trans>
    </Chip>
  );
}

/** Whether the reward of a swap waits for the next distribution or was paid with one; nothing where there is none. */
export function RewardStatus({ swap }: { swap: Pick<SwapView, 'status' | 'reward'> }) {
  if (swap.reward === '0') return null;
  return swap.status === 'completed' ? (
    <SwapStatus />
  ) : (
    <Chip kind="running" icon={<HourglassIcon size="xs" />}>
      <Trans>Distributing</Trans>
    </Chip>
  );
}
