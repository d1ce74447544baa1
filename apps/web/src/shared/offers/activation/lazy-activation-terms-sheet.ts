import { loadTexts } from '../../i18n.ts';
import { onDemand } from '../../on-demand.tsx';

/** The conditions of activation. */
export const LazyActivationTermsSheet = onDemand(async () => {
  const [{ ActivationTermsSheet }] = await Promise.all([import('./activation-terms-sheet.tsx'), loadTexts('offers')]);
  return ActivationTermsSheet;
});
