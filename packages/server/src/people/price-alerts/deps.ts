import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import type { UnitPriceDeps } from './unit-prices.ts';

export type PriceAlertDeps = UnitPriceDeps & {
  readonly db: Database;
  readonly clock: { readonly now: () => Date };
};

/** Enough to try out prices for all alerts; each try reads every rate. */
const settingsAnHour = 60;
const hourMs = 3_600_000;

/** Counts that a person sets an alert, whatever becomes of it. Throws `TOO_MANY_REQUESTS`. */
export async function limitSettings({ db, clock }: PriceAlertDeps, personId: PersonId): Promise<void> {
  const window = { key: limitKey('price-alerts', personId), limit: settingsAnHour, windowMs: hourMs };
  await limitRate(db.kysely, window, clock.now());
}
