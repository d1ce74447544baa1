import type { PersonId } from '@tern/base/ids';
import type { PreferencesView } from '@tern/contracts/routes/preferences';
import type { DbReader } from '@tern/db/database';
import { selectCountry, selectPreferences } from './preference-store.ts';
import { correctableUntil, type CorrectionRules } from './preferences.ts';

export async function getPreferences(
  db: DbReader,
  rules: CorrectionRules,
  personId: PersonId,
): Promise<PreferencesView> {
  const [preferences, declared] = await Promise.all([selectPreferences(db, personId), selectCountry(db, personId)]);
  const correctable = declared && correctableUntil(declared, rules);
  return {
    ...preferences,
    country: declared?.country ?? null,
    countryCorrectableUntil: correctable?.toISOString() ?? null,
    countryCorrectionSecondsLeft:
      correctable && declared ? Math.ceil(rules.countryCorrectionMinutes * 60 - declared.ageSeconds) : null,
    countryFixedUntil: correctable === undefined ? (declared?.fixedUntil?.toISOString() ?? null) : null,
  };
}
