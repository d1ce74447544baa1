export { beginTerms, listIgnoredSettings } from './begin-terms.ts';
export { changeTerms, planTerms, readTermsChange, type AreTermsValid, type TermsChange } from './change-terms.ts';
export { listTermsAhead } from './list-terms-ahead.ts';
export { openTermsReader, type TermsReader } from './open-terms-reader.ts';
export { renderVersion, showTerms } from './show-terms.ts';
export { readTerms, type SendingTerms, type SwapTerms, type TermValues } from './terms.ts';
