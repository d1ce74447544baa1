import type { Database } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { notifyPeople } from '../../platform/live/public.ts';
import { selectOwnersAmong, selectTrusted, storeAudit, type AuditedAddress } from './wallet-store.ts';
import type { PooledAddress } from './wallet.ts';

export type AffirmationsDeps = {
  readonly db: Database;
  /** One answer per address, in order: whether the seal is the signer's and nothing was changed. */
  readonly verifyAddresses: (addresses: readonly PooledAddress[]) => Promise<readonly boolean[]>;
  /** Told of each address the signer disowns: somebody has written into the database. */
  readonly onDisowned: (address: PooledAddress) => void;
};

/** Which of these addresses the signer says are its own. Nothing else is credited. */
export type AffirmAddresses = (addresses: readonly TronAddress[]) => Promise<ReadonlySet<TronAddress>>;

export type Affirmations = {
  /**
   * Asks the signer about addresses that it has not affirmed to this process yet. Where it gives no answer they are not among
   * the affirmed ones. One it disowns is noted.
   */
  readonly affirm: AffirmAddresses;
  /** Has the signer look at these rows, also again. Throws `SignerRefusal` or `SignerUnavailable`. */
  readonly look: (rows: readonly AuditedAddress[]) => Promise<void>;
};

/** What the signer takes in one question. */
const askedMax = 500;
/** So many are remembered, about 15 MB; those affirmed longest ago are asked about again. */
const rememberedMax = 100_000;

/**
 * Opens the memory of what the signer has affirmed, one for each process that credits deposits. It is kept in the process
 * and nowhere else: whoever can write into the database can write there that an address was looked at.
 */
export function openAffirmations(deps: AffirmationsDeps): Affirmations {
  const affirmed = new Set<TronAddress>();
  const look = async (rows: readonly AuditedAddress[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += askedMax) {
      for (const { address, valid } of await lookAt(deps, rows.slice(at, at + askedMax))) {
        affirmed.delete(address);
        if (valid) affirmed.add(address);
      }
    }
    for (const address of affirmed) {
      if (affirmed.size <= rememberedMax) break;
      affirmed.delete(address);
    }
  };
  return {
    look,
    affirm: async (addresses) => {
      const asked = [...new Set(addresses)];
      const known = asked.filter((address) => affirmed.has(address));
      const others = asked.filter((address) => !affirmed.has(address));
      if (others.length === 0) return new Set(known);
      try {
        await look(await selectTrusted(deps.db.kysely, others));
      } catch (error) {
        if (!(error instanceof SignerRefusal || error instanceof SignerUnavailable)) throw error;
      }
      return new Set([...known, ...others.filter((address) => affirmed.has(address))]);
    },
  };
}

type Answered = AuditedAddress & { readonly valid: boolean };

/** Asks the signer, and notes what it says: one it disowns is given and shown to nobody any more, and screens that show it read again. */
async function lookAt(deps: AffirmationsDeps, rows: readonly AuditedAddress[]): Promise<readonly Answered[]> {
  const answers = await deps.verifyAddresses(rows.map(({ index, address, mac }) => ({ index, address, mac })));
  const answered = rows.map((row, position) => ({ ...row, valid: answers[position] === true }));
  await storeAudit(deps.db.kysely, answered);
  const disowned = answered.filter(({ valid }) => !valid);
  for (const { index, address, mac } of disowned) deps.onDisowned({ index, address, mac });
  await tellOwners(
    deps.db,
    disowned.filter((each) => !each.disowned),
  );
  return answered;
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
