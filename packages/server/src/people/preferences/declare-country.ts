import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { Database, DbTx } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import { insertCountry, lockCountry, selectCountry } from './preference-store.ts';
import { correctableUntil, readCountry, type CorrectionRules } from './preferences.ts';

export type DeclareCountryDeps = CorrectionRules & {
  readonly db: Database;
  /** Whether the person was given anything since then that depends on the country. */
  readonly hasIncentiveSince: (tx: DbTx, personId: PersonId, since: Date) => Promise<boolean>;
};

/**
 * Notes where a person says to live. The same country again changes nothing. Another one corrects the declaration for a while:
 * never from a closed country, and once something was given because of it towards a closed one alone. Otherwise it is taken
 * only after 30 days. Throws `COUNTRY_UNKNOWN`, `COUNTRY_REWARDED` or `COUNTRY_FIXED`.
 */
export async function declareCountry(
  { db, hasIncentiveSince, ...rules }: DeclareCountryDeps,
  session: ApiSession,
  typed: string,
): Promise<void> {
  const country = readCountry(typed);
  if (country === undefined) throw problem('COUNTRY_UNKNOWN');
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    await lockCountry(tx, personId);
    const declared = await selectCountry(tx, personId);
    if (declared?.country === country) return;
    const corrects = declared !== undefined && correctableUntil(declared, rules) !== undefined;
    if (
      corrects &&
      !rules.closedCountries.includes(country) &&
      (await hasIncentiveSince(tx, personId, declared.firstDeclaredAt))
    )
      throw problem('COUNTRY_REWARDED');
    if (!corrects && declared?.fixedUntil) throw problem('COUNTRY_FIXED', toWire({ until: declared.fixedUntil }));
    await insertCountry(tx, personId, { country, corrects });
  });
}
