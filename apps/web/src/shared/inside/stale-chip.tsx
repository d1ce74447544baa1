import { Trans } from '@lingui/react/macro';
import { Chip } from '@tern/ui/chip';
import { ClockIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';
import { formatDuration, formatShortDay } from '../format-time.ts';
import { formatUnit } from '../format-unit.ts';
import { useMinute } from './use-minute.ts';

const daySeconds = 86_400;

/** Marks a number that depends on a price or an exchange rate past its limit, with its age; where both are old, both are said. */
export function StaleChip({ priceAt, rateAt }: { priceAt?: string | undefined; rateAt?: string | undefined }) {
  return (
    <>
      {priceAt === undefined ? null : <OldPrice at={priceAt} />} {rateAt === undefined ? null : <OldRate at={rateAt} />}
    </>
  );
}

function OldPrice({ at }: { at: string }) {
  const age = useAge(at);
  return (
    <Old>
      <Trans>Price {age} old</Trans>
    </Old>
  );
}

/** Rates are known by their day, which fits the words around it in every language; the age says the hours. */
function OldRate({ at }: { at: string }) {
  const age = useAge(at);
  const day = formatShortDay(at);
  return (
    <Old>
      <Trans>Exchange rate of {day}</Trans> · <Trans>{age} old</Trans>
    </Old>
  );
}

/** Grows while it is looked at; beyond two days nobody counts hours. */
function useAge(at: string): string {
  const seconds = (useMinute() - Date.parse(at)) / 1000;
  return seconds < 2 * daySeconds
    ? formatDuration(seconds)
    : formatUnit(Math.ceil(seconds / daySeconds), 'day', { unitDisplay: 'long', places: 0 });
}

function Old({ children }: { children: ReactNode }) {
  return (
    <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
      {children}
    </Chip>
  );
}
