import type { AgreementDocument } from './agreement-versions.ts';

/** The versions of user agreement and privacy policy whose texts this build shows: the last of each in `agreement-versions.ts`. */
export const shownVersions: Readonly<Record<AgreementDocument, string>> = {
  agreement: '2026-11-26',
  privacy: '2026-11-26',
};
