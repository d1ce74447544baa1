export { assetCurrencies, bankCurrencies } from './currency.ts';
export { getPreferences } from './get-preferences.ts';
export { deletePreferences, lockCountry, selectCountry as findDeclaredCountry } from './preference-store.ts';
export { correctableUntil, type CorrectionRules } from './preferences.ts';
