import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { DeliveryState } from '@tern/contracts/routes/console-webhooks';
import { Chip } from '@tern/ui/chip';

export const deliveryStates = {
  waiting: msg`Waiting`,
  behind: msg`Behind an earlier event`,
  delivered: msg`Delivered`,
  parked: msg`Parked`,
  skipped: msg`Skipped`,
} as const satisfies Record<DeliveryState, unknown>;

const chips = {
  waiting: 'waiting',
  behind: 'waiting',
  delivered: 'positive',
  parked: 'failed',
  skipped: 'neutral',
} as const satisfies Record<DeliveryState, unknown>;

/** What became of an event on its way to one webhook. */
export function DeliveryChip({ state }: { state: DeliveryState }) {
  const { i18n } = useLingui();
  return <Chip kind={chips[state]}>{i18n._(deliveryStates[state])}</Chip>;
}
