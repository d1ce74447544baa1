import { oc } from '@orpc/contract';
import { z } from 'zod';
import { agreementDocuments } from '../agreement-versions.ts';
import { declareProblems } from '../declare-problems.ts';
import { languageInput, timeField } from '../fields.ts';

export const agreementDocumentField = z.enum(agreementDocuments);
const versionField = z.iso.date();

/** Versions of both documents as somebody had them before their eyes. */
export const acceptedVersions = z.strictObject({ agreement: versionField, privacy: versionField });
export type AcceptedVersions = z.infer<typeof acceptedVersions>;

export const agreementVersionView = z.object({ document: agreementDocumentField, version: versionField });
export type AgreementVersionView = z.infer<typeof agreementVersionView>;

export const acceptanceView = z.object({
  document: agreementDocumentField,
  version: versionField,
  /** The language it was read in; null where that was not asked yet. */
  language: z.string().nullable(),
  acceptedAt: timeField,
});
export type AcceptanceView = z.infer<typeof acceptanceView>;

export const agreementsView = z.object({
  /** Versions in force that the person has not accepted yet; empty when there is nothing to accept. */
  due: z.array(agreementVersionView),
  /** Everything the person ever accepted, newest first. */
  accepted: z.array(acceptanceView),
});
export type AgreementsView = z.infer<typeof agreementsView>;

export const agreementRoutes = {
  agreements: oc
    .route({
      method: 'GET',
      path: '/agreements',
      summary: 'Which versions of user agreement and privacy policy the person accepted, and which wait',
      tags: ['agreements'],
    })
    .output(agreementsView)
    .errors(declareProblems()),

  /** Names the versions that were shown: what is in force by now is never accepted unseen. Doing it again changes nothing. */
  accept: oc
    .route({
      method: 'POST',
      path: '/agreements',
      summary: 'Accept the versions of user agreement and privacy policy that are in force',
      tags: ['agreements'],
    })
    .input(z.strictObject({ shown: acceptedVersions, language: languageInput }))
    .output(agreementsView)
    .errors(declareProblems('AGREEMENT_REQUIRED')),
};
