/** What people accept when they open an account, and again when it changes. */
export const agreementDocuments = ['agreement', 'privacy'] as const;
export type AgreementDocument = (typeof agreementDocuments)[number];

export type AgreementVersion = {
  /** The day it was written, for example `2026-11-25`. */
  readonly version: string;
  /** SHA-256 over the English text, by which anybody can tell which text was accepted. */
  readonly digest: string;
};

/**
 * Every version of each document, oldest first. A change of the English text needs a new version with its digest here, or
 * a test fails; people are asked to accept it when a process with it has started.
 */
export const agreementVersions: Readonly<
  Record<AgreementDocument, readonly [...AgreementVersion[], AgreementVersion]>
> = {
  agreement: [
    { version: '2026-11-01', digest: 'c972f06ceda05b77a8a3a7d71d30ff83de8d459413f409b691256557e314d2ed' },
    { version: '2026-11-25', digest: '811ea89c4ace76d4e8c172172f2715721ac501939afbcb3e7fce48845007dcaa' },
    { version: '2026-11-26', digest: 'fc3fe26b1a6956446cb0695b52357753ece1d3ce6127e0dd786e0666e0852d17' },
  ],
  privacy: [
    { version: '2026-11-01', digest: 'de2777a80941516fc1c961927cc8531dc0e01a0d111d07c59aaf9229d089286a' },
    { version: '2026-11-25', digest: 'd74ac257788a3591649074bc11878aec5159291c4bfbc7938ae204946817f91c' },
    { version: '2026-11-26', digest: 'aea217c5c0c35bda00c69b6d25d9223c32af4a2c95b103a69228fbc38e42be72' },
  ],
};
