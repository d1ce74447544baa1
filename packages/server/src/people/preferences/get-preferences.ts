import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
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
  return toWire({
    ...preferences,
    country: declared?.country ?? null,
    countryCorrectableUntil: correctable ?? null,
    countryCorrectionSecondsLeft:
      correctable && declared ? Math.ceil(rules.countryCorrectionMinutes * 60 - declared.ageSeconds) : null,
    countryFixedUntil: correctable === undefined ? (declared?.fixedUntil ?? null) : null,
  });
}
