import type { Clock } from '@tern/base/clock';
import { openScreeningService, type AskService } from './ask-service.ts';

/** The service that the settings name; undefined where they name none. Throws where its secret is not there. */
export function openScreening(
  {
    screeningUrl: url,
    screeningTimeoutMs: timeoutMs,
  }: { readonly screeningUrl: string | undefined; readonly screeningTimeoutMs: number },
  { secret, clock }: { readonly secret: string | undefined; readonly clock: Clock },
): AskService | undefined {
  if (url === undefined) return undefined;
  if (secret === undefined) throw new Error('the secret screening-secret has to be there where SCREENING_URL is set');
  return openScreeningService({ url, secret, timeoutMs, clock });
}
