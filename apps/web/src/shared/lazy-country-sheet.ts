import { loadTexts } from './i18n.ts';
import { onDemand } from './on-demand.tsx';

/** The sheet for the country, which pages rarely show. */
export const LazyCountrySheet = onDemand(async () => {
  const [{ CountrySheet }] = await Promise.all([import('./offers/country-sheet.tsx'), loadTexts('offers')]);
  return CountrySheet;
});
