import { onDemand } from '../on-demand.tsx';

/** The sheet that says which protection is missing, which most people never see. */
export const LazyMissingFactorSheet = onDemand(
  async () => (await import('./missing-factor-sheet.tsx')).MissingFactorSheet,
);
