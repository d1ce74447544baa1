import type { Clock } from '@tern/base/clock';
import type { Units } from '@tern/money/units';
import { openScreeningService, type AskService } from './ask-service.ts';

/** The outside service, and from which value on (USDT base units) a missing answer of it holds money. */
export type Screening = { readonly ask: AskService; readonly closedFromUsdt: Units };

/** The service that the settings name; undefined where they name none. Throws where its secret is not there. */
export function openScreening(
  {
    screeningUrl: url,
    screeningTimeoutMs: timeoutMs,
    screeningClosedFrom: closedFromUsdt,
  }: {
    readonly screeningUrl: string | undefined;
    readonly screeningTimeoutMs: number;
    readonly screeningClosedFrom: Units;
  },
  { secret, clock }: { readonly secret: string | undefined; readonly clock: Clock },
): Screening | undefined {
  if (url === undefined) return undefined;
  if (secret === undefined) throw new Error('the secret screening-secret has to be there where SCREENING_URL is set');
  return { ask: openScreeningService({ url, secret, timeoutMs, clock }), closedFromUsdt };
}
