import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { listCurrencies } from './currency.ts';
import { declareCountry, type DeclareCountryDeps } from './declare-country.ts';
import { getPreferences } from './get-preferences.ts';
import { setPreferences, type SetPreferencesDeps } from './set-preferences.ts';

export function preferencesRouter(deps: SetPreferencesDeps & DeclareCountryDeps) {
  const { db } = deps;
  const os = implement(contract.preferences).$context<ApiContext>();
  return os.router({
    preferences: os.preferences
      .use(requireSession)
      .handler(({ context }) => getPreferences(db.kysely, deps, context.session.personId)),
    setPreferences: os.setPreferences.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await setPreferences(deps, session, input);
      return getPreferences(db.kysely, deps, session.personId);
    }),
    declareCountry: os.declareCountry.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await declareCountry(deps, session, input.country);
      return getPreferences(db.kysely, deps, session.personId);
    }),
    currencies: os.currencies
      .use(requireSession)
      .handler(async () => ({ currencies: await listCurrencies(db.kysely, deps.currencies) })),
  });
}
