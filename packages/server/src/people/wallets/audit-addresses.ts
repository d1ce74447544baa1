import type { Database } from '@tern/db/database';
import { selectDueForAudit, storeAudit } from './wallet-store.ts';
import type { PooledAddress } from './wallet.ts';

export type AuditAddressesDeps = {
  readonly db: Database;
  /** One answer per address, in order: whether the seal is the signer's and nothing was changed. */
  readonly verifyAddresses: (addresses: readonly PooledAddress[]) => Promise<readonly boolean[]>;
  /** How old a look may get before the next one is due. */
  readonly everyMs: number;
  /** Told of each address the signer disowns: somebody has written into the database. */
  readonly onDisowned: (address: PooledAddress) => void;
};

/**
 * Worker step: has the signer look at the addresses in use. One it disowns is not shown to anybody any more.
 * Returns how many were looked at.
 */
export async function auditAddresses(deps: AuditAddressesDeps, { limit }: { readonly limit: number }): Promise<number> {
  const due = await selectDueForAudit(deps.db.kysely, { olderThanMs: deps.everyMs, limit });
  if (due.length === 0) return 0;
  const answers = await deps.verifyAddresses(due);
  const audited = due.map((address, position) => ({ ...address, valid: answers[position] === true }));
  await storeAudit(deps.db.kysely, audited);
  for (const { valid, ...address } of audited) if (!valid) deps.onDisowned(address);
  return due.length;
}
