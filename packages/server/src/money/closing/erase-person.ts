import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { deleteAddressBook } from '../../people/address-book/public.ts';
import { deleteDiscovery, eraseUsernames } from '../../people/discovery/public.ts';
import { deleteDecisions as deleteLevels } from '../../people/levels/public.ts';
import { deleteMessages } from '../../people/messages/public.ts';
import { deletePreferences } from '../../people/preferences/public.ts';
import { deletePriceAlerts } from '../../people/price-alerts/public.ts';
import { deleteProfile } from '../../people/profile/public.ts';
import { deletePushSubscriptions } from '../../people/push/public.ts';
import { closePerson } from '../../people/sessions/public.ts';
import { eraseEvidence } from '../activities/public.ts';
import { deleteAssetSettings } from '../home/public.ts';
import { deleteActivationPrompt } from '../promotions/public.ts';
import { deleteExports, storeErased } from './closing-store.ts';

/** How many tables a closing erases: a closing that knew fewer is made up for (`erase-old-closings.ts`). */
export const erasedTables = 29;

/** What is a person's own and nobody's business afterwards; docs/personal-data.md says what of every table. */
const erasures = [
  deleteProfile,
  deleteDiscovery,
  deleteLevels,
  eraseUsernames,
  deletePreferences,
  deleteAddressBook,
  deletePriceAlerts,
  deleteAssetSettings,
  deleteActivationPrompt,
  deleteMessages,
  deletePushSubscriptions,
  deleteExports,
  eraseEvidence,
] as const;

/** Erases a person whose closing has ended, and ends the account for good. The second time it changes nothing. */
export async function erasePerson(tx: DbTx, personId: PersonId, now: Date): Promise<void> {
  for (const erase of erasures) await erase(tx, personId);
  await closePerson(tx, personId, now);
  await storeErased(tx, personId, erasedTables);
}
