import { Trans } from '@lingui/react/macro';
import { Chip } from '@tern/ui/chip';
import { ClockIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';
import { formatClockOrDay, formatDuration } from '../format-time.ts';
import { useMinute } from './use-minute.ts';

/** Marks a number that depends on a price or an exchange rate past its limit, with its age; where both are old, both are said. */
export function StaleChip({ priceAt, rateAt }: { priceAt?: string | undefined; rateAt?: string | undefined }) {
  const nowMs = useMinute();
  const [priceAge, rateAge] = [priceAt, rateAt].map((at) => at && formatDuration((nowMs - Date.parse(at)) / 1000));
  return (
    <>
      {priceAge === undefined ? null : (
        <Old>
          <Trans>Price {priceAge} old</Trans>
        </Old>
      )}{' '}
      {rateAt === undefined || rateAge === undefined ? null : <OldRate day={formatClockOrDay(rateAt)} age={rateAge} />}
    </>
  );
}

/** Rates are known by their day: a central bank sets one for each. */
function OldRate({ day, age }: { day: string; age: string }) {
  return (
    <Old>
      <Trans>Exchange rate of {day}</Trans> · <Trans>{age} old</Trans>
    </Old>
  );
}

function Old({ children }: { children: ReactNode }) {
  return (
    <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
      {children}
    </Chip>
  );
}
