export { assetCurrencies, bankCurrencies } from './currency.ts';
export { getPreferences } from './get-preferences.ts';
export { deletePreferences, selectCountry as findDeclaredCountry } from './preference-store.ts';
