import type { PersonId } from '@tern/base/ids';
import type { PreferencesView } from '@tern/contracts/routes/preferences';
import type { DbReader } from '@tern/db/database';
import { selectCountry, selectPreferences } from './preference-store.ts';

export async function getPreferences(db: DbReader, personId: PersonId): Promise<PreferencesView> {
  const [preferences, declared] = await Promise.all([selectPreferences(db, personId), selectCountry(db, personId)]);
  return {
    ...preferences,
    country: declared?.country ?? null,
    countryFixedUntil: declared?.fixedUntil?.toISOString() ?? null,
  };
}
