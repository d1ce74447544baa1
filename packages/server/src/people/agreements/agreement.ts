import type { AgreementDocument } from '@tern/contracts/agreement-versions';

/** A version of a document that waits to be accepted. */
export type DueAgreement = { readonly document: AgreementDocument; readonly version: string };

export type Acceptance = DueAgreement & {
  /** The language it was read in; null where that was not kept. */
  readonly language: string | null;
  readonly acceptedAt: Date;
};

/** Versions of both documents as they stood before somebody's eyes. */
export type ShownVersions = Readonly<Record<AgreementDocument, string>>;
