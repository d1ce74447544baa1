import type { Database } from '@tern/db/database';
import type { Signer } from '@tern/tron/signer-client';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import { findSignerMemory, noteSignerMemory } from './memory-store.ts';

/**
 * The signer, told before each order how far its memory was known to reach: an old copy notices that it is one and
 * refuses (`quarantined`). What it signs is remembered here before anybody gets it.
 */
export function rememberSigner({ db, signer }: { readonly db: Database; readonly signer: Signer }): Signer {
  const remembering = async (sign: () => Promise<SignedOrder>): Promise<SignedOrder> => {
    const before = await signer.witness(await findSignerMemory(db.kysely));
    const signed = await sign();
    // A crash in between leaves a number that is too small, and too small is harmless.
    await noteSignerMemory(db.kysely, await signer.witness(before));
    return signed;
  };
  return {
    ...signer,
    signOrder: (order) => remembering(() => signer.signOrder(order)),
    signTreasuryOrder: (order) => remembering(() => signer.signTreasuryOrder(order)),
    signMessage: async (message) => {
      // A process that has given no order yet knows of no epoch, and would take the signature of a signer that was replaced.
      await noteSignerMemory(db.kysely, await signer.witness(await findSignerMemory(db.kysely)));
      return signer.signMessage(message);
    },
  };
}
