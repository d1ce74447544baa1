import type { PersonId } from '@tern/base/ids';
import { agreementDocuments } from '@tern/contracts/agreement-versions';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { insertAcceptance } from './agreement-store.ts';
import type { ShownVersions } from './agreement.ts';

/**
 * Notes what somebody ticked while they opened an account. Where a later version came into force meanwhile they are asked
 * for it afterwards, like everybody else. Throws `TERMS_NOT_ACCEPTED` for versions that never were.
 */
export async function acceptAtRegistration(
  tx: DbTx,
  personId: PersonId,
  {
    accepted,
    language,
    now,
  }: { readonly accepted: ShownVersions; readonly language: string | null; readonly now: Date },
): Promise<void> {
  for (const document of agreementDocuments) {
    const version = accepted[document];
    if (!(await insertAcceptance(tx, personId, { document, version, language, acceptedAt: now })))
      throw problem('TERMS_NOT_ACCEPTED');
  }
}
