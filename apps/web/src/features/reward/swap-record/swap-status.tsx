import { Trans } from '@lingui/react/macro';
import type { SwapView } from '@tern/contracts/routes/swaps';
import { Chip } from '@tern/ui/chip';
import { CheckIcon, HourglassIcon } from '@tern/ui/icons';

/** *Completed*, or *distributing* while the reward of the swap waits for the next distribution. */
export function SwapStatus({ swap }: { swap: Pick<SwapView, 'status'> }) {
  return swap.status === 'completed' ? (
    <Chip kind="done" icon={<CheckIcon size="xs" />}>
      <Trans>Completed</Trans>
    </Chip>
  ) : (
    <Chip kind="running" icon={<HourglassIcon size="xs" />}>
      <Trans>Distributing</Trans>
    </Chip>
  );
}
