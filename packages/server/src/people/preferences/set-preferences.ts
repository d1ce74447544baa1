import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database, DbTx } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import { listCurrencies, type CurrencySource } from './currency.ts';
import { upsertPreferences } from './preference-store.ts';

export type SetPreferencesDeps = {
  readonly db: Database;
  readonly currencies: readonly CurrencySource[];
  /** Stores the language of mails and text messages. */
  readonly setLanguage: (tx: DbTx, personId: PersonId, language: string) => Promise<void>;
};

/** Changes what is given, for all devices of the person. Throws `CURRENCY_UNKNOWN` for a unit without a source. */
export async function setPreferences(
  deps: SetPreferencesDeps,
  session: ApiSession,
  changes: {
    readonly currencyUnit?: string | undefined;
    readonly hideBalances?: boolean | undefined;
    readonly language?: string | undefined;
  },
): Promise<void> {
  const { db } = deps;
  const { currencyUnit, language } = changes;
  if (currencyUnit !== undefined) {
    const known = await listCurrencies(db.kysely, deps.currencies);
    if (!known.some(({ unit }) => unit === currencyUnit)) throw problem('CURRENCY_UNKNOWN');
  }
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    if (language !== undefined) await deps.setLanguage(tx, personId, language);
    await upsertPreferences(tx, personId, changes);
  });
}
