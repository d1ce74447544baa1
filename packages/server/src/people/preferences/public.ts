export { assetCurrencies, bankCurrencies } from './currency.ts';
export { getPreferences } from './get-preferences.ts';
export {
  deletePreferences,
  lockCountry,
  selectCountries as listDeclaredCountries,
  selectCountry as findDeclaredCountry,
} from './preference-store.ts';
export { countryFixedDays, isSettled, type CorrectionRules } from './preferences.ts';
