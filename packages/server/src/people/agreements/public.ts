export { acceptAtRegistration } from './accept-at-registration.ts';
export type { ShownVersions } from './agreement.ts';
export { selectDue as listDueAgreements } from './agreement-store.ts';
export { publishAgreements } from './publish-agreements.ts';
export { openAgreementCheck } from './require-agreements.ts';
export { showAgreements } from './show-agreements.ts';
