import type { Database } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { upsertSignerAccounts } from './signer-accounts-store.ts';
import { upsertSignerLimit } from './signer-limits-store.ts';

/**
 * Writes down what the signer signs by itself, which operators see beside the limits people have, and the addresses enrolled
 * with it, which they see before they approve an order to one of them. Only the signer's own operators change either. Returns 0, so that its loop comes back after its idle time.
 */
export async function noteSignerLimits({
  db,
  signer,
}: {
  readonly db: Database;
  readonly signer: Pick<Signer, 'getHealth' | 'getAccounts'>;
}): Promise<number> {
  try {
    const { assets } = await signer.getHealth();
    for (const assetId of assetIds) await upsertSignerLimit(db.kysely, { assetId, ...assets[assetId] });
    await upsertSignerAccounts(db.kysely, await signer.getAccounts());
  } catch (error) {
    if (!(error instanceof SignerUnavailable || error instanceof SignerRefusal)) throw error;
  }
  return 0;
}
