import { onDemand } from '../on-demand.tsx';

/** The conditions of activation. */
export const LazyActivationTermsSheet = onDemand(
  async () => (await import('./activation-terms-sheet.tsx')).ActivationTermsSheet,
);
