import type { Clock } from '@tern/base/clock';
import { agreementDocuments } from '@tern/contracts/agreement-versions';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { insertAcceptance } from './agreement-store.ts';
import type { ShownVersions } from './agreement.ts';
import { requireAgreements } from './require-agreements.ts';

/**
 * Notes that a person accepted what was shown to them, in the language it was shown in. Throws `AGREEMENT_REQUIRED`, and
 * notes nothing, where a later version of either document is in force.
 */
export async function acceptAgreements(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  session: ApiSession,
  { shown, language }: { readonly shown: ShownVersions; readonly language: string },
): Promise<void> {
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    const acceptedAt = clock.now();
    for (const document of agreementDocuments)
      await insertAcceptance(tx, personId, { document, version: shown[document], language, acceptedAt });
    await requireAgreements(tx, personId);
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
