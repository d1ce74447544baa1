import type { Database } from '@tern/db/database';
import { notifyPeople } from '../../platform/live/public.ts';
import { selectDueForAudit, selectOwnersAmong, storeAudit, type AuditedAddress } from './wallet-store.ts';
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
 * Worker step: has the signer look at the addresses in use and at those that wait for somebody. One it disowns is given and
 * shown to nobody any more, and screens that show it read again. Returns how many were looked at.
 */
export async function auditAddresses(deps: AuditAddressesDeps, { limit }: { readonly limit: number }): Promise<number> {
  const due = await selectDueForAudit(deps.db.kysely, { olderThanMs: deps.everyMs, limit });
  if (due.length === 0) return 0;
  const answers = await deps.verifyAddresses(due.map(({ index, address, mac }) => ({ index, address, mac })));
  const audited = due.map((address, position) => ({ ...address, valid: answers[position] === true }));
  await storeAudit(deps.db.kysely, audited);
  const disowned = audited.filter(({ valid }) => !valid);
  for (const { index, address, mac } of disowned) deps.onDisowned({ index, address, mac });
  await tellOwners(
    deps.db,
    disowned.filter((each) => !each.disowned),
  );
  return due.length;
}

async function tellOwners({ kysely }: Database, disowned: readonly AuditedAddress[]): Promise<void> {
  const owners = await selectOwnersAmong(
    kysely,
    disowned.map(({ address }) => address),
  );
  const people = [...owners.values()].filter((owner) => owner !== undefined);
  await notifyPeople(
    kysely,
    people.map(({ personId }) => ({ personId, topic: 'account' })),
  );
}
