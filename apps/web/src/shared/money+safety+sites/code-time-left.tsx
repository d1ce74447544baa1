import { useLingui } from '@lingui/react/macro';
import { CountdownRing } from '@tern/ui/countdown-ring';
import { formatDuration } from '../format-time.ts';
import { usePeriodCountdown } from './use-period-countdown.ts';

/** Authenticator apps show a code for so long. */
const periodS = 30;

/** How long the code that the authenticator app shows now is still good. */
export function CodeTimeLeft() {
  const { t } = useLingui();
  const left = usePeriodCountdown(periodS);
  const time = formatDuration(left);
  return <CountdownRing left={left} total={periodS} label={t`Time left for this code: ${time}`} />;
}
