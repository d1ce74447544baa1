import { onDemand } from './on-demand.tsx';

/** The sheet for the country, which pages rarely show. */
export const LazyCountrySheet = onDemand(async () => (await import('./country-sheet.tsx')).CountrySheet);
