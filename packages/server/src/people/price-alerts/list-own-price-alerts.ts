import type { PersonId } from '@tern/base/ids';
import type { PriceAlertView } from '@tern/contracts/routes/price-alerts';
import type { DbReader } from '@tern/db/database';
import { selectAlerts } from './price-alert-store.ts';
import { renderAlert } from './price-alert.ts';

/** All alerts of a person, for the copy of their data. */
export async function listOwnPriceAlerts(db: DbReader, personId: PersonId): Promise<PriceAlertView[]> {
  return (await selectAlerts(db, personId)).map(renderAlert);
}
