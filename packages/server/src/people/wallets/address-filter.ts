import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { openAddressSet, type AddressSet } from './address-set.ts';
import { selectAddressesFrom } from './wallet-store.ts';

/** Tells addresses that are certainly not ours without asking the database for each. */
export type AddressFilter = {
  /** Those of the addresses that may be ours: all that are in the pool as `db` sees it now, and hardly any other. */
  readonly keepPossible: (db: DbReader, addresses: readonly TronAddress[]) => Promise<readonly TronAddress[]>;
};

const pageSize = 50_000;

/**
 * Opens a copy of the pool in memory, read at the first use and brought up to date at each. One for each process that reads
 * blocks. Where the number of addresses does not fit the pool's own count, what was read is thrown away and read anew.
 */
export function openAddressFilter(): AddressFilter {
  let copy = emptyCopy();
  let current: Promise<boolean> = Promise.resolve(true);

  /** Whether every address of the pool is known now. */
  const refresh = async (db: DbReader): Promise<boolean> => {
    if (await readOn(db, copy)) return true;
    // An address with an index below those that were read came later, or one was taken out.
    copy = emptyCopy();
    return await readOn(db, copy);
  };
  return {
    keepPossible: async (db, addresses) => {
      // One after the other: two at once would read the same addresses twice.
      current = current.catch(() => true).then(() => refresh(db));
      return (await current) ? addresses.filter((address) => copy.known.has(address)) : addresses;
    },
  };
}

type Copy = { readonly known: AddressSet; next: number; generation: string | undefined };

function emptyCopy(): Copy {
  return { known: openAddressSet(), next: 0, generation: undefined };
}

async function readOn(db: DbReader, copy: Copy): Promise<boolean> {
  for (;;) {
    const page = await selectAddressesFrom(db, { from: copy.next, limit: pageSize });
    copy.generation ??= page.generation;
    if (page.generation !== copy.generation) return false;
    for (const address of page.addresses) copy.known.add(address);
    copy.next = page.last === undefined ? copy.next : page.last + 1;
    if (page.addresses.length < pageSize) return copy.known.size() === page.total;
  }
}
