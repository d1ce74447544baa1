export { beginTerms, listIgnoredSettings } from './begin-terms.ts';
export { changeTerms, planTerms, readTermsChange, type AreTermsValid, type TermsChange } from './change-terms.ts';
export { findSmallestSend } from './find-smallest-send.ts';
export { openTermsReader, type TermsReader } from './open-terms-reader.ts';
export { renderVersion, showTerms } from './show-terms.ts';
export type { SendingTerms, SwapTerms, TermValues } from './terms.ts';
