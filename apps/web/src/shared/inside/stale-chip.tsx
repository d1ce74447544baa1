import { Trans } from '@lingui/react/macro';
import { Chip } from '@tern/ui/chip';
import { ClockIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { formatDayAndYear, formatDuration } from '../format-time.ts';

/** Marks a number that depends on a price or an exchange rate past its limit, with its age. Nothing where neither is old. */
export function StaleChip({ priceAt, rateAt }: { priceAt?: string | undefined; rateAt?: string | undefined }) {
  // The age is that of the moment the number was shown; every new answer shows it anew.
  const [shownAtMs] = useState(Date.now);
  const at = priceAt ?? rateAt;
  if (at === undefined) return null;
  const [age, day] = [formatDuration((shownAtMs - Date.parse(at)) / 1000), formatDayAndYear(at)];
  return (
    <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
      {priceAt === undefined ? <Trans>Exchange rate of {day}</Trans> : <Trans>Price {age} old</Trans>}
    </Chip>
  );
}
