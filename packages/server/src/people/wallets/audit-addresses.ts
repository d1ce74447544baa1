import type { Database } from '@tern/db/database';
import type { Affirmations } from './affirm-addresses.ts';
import { selectDueForAudit } from './wallet-store.ts';

export type AuditAddressesDeps = {
  readonly db: Database;
  readonly affirmations: Pick<Affirmations, 'look'>;
  /** How old a look may get before the next one is due. */
  readonly everyMs: number;
};

/**
 * Worker step: has the signer look at the addresses in use and at those that wait for somebody. One it disowns is given and
 * shown to nobody any more, and what is sent to it is credited to nobody. Returns how many were looked at.
 */
export async function auditAddresses(
  { db, affirmations, everyMs }: AuditAddressesDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  const due = await selectDueForAudit(db.kysely, { olderThanMs: everyMs, limit });
  await affirmations.look(due);
  return due.length;
}
