import type { Clock } from '@tern/base/clock';
import type { PersonId } from '@tern/base/ids';
import { agreementDocuments } from '@tern/contracts/agreement-versions';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { insertAcceptance, tellPages } from './agreement-store.ts';
import type { ShownVersions } from './agreement.ts';
import { requireAgreements } from './require-agreements.ts';

/**
 * Notes that a person accepted what was shown to them, in the language it was shown in. Throws `AGREEMENT_REQUIRED`, and
 * notes nothing, where a later version of either document is in force.
 */
export async function acceptAgreements(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  personId: PersonId,
  { shown, language }: { readonly shown: ShownVersions; readonly language: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const acceptedAt = clock.now();
    for (const document of agreementDocuments)
      await insertAcceptance(tx, personId, { document, version: shown[document], language, acceptedAt });
    await requireAgreements(tx, personId);
    await tellPages(tx, personId);
  });
}
