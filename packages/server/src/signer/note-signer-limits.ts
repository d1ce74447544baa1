import type { Database } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { upsertSignerLimit } from './signer-limits-store.ts';

/**
 * Writes down what the signer signs by itself: operators see it beside the limits people have. Only the signer's own
 * operators change it. Returns 0, so that its loop comes back after its idle time.
 */
export async function noteSignerLimits({
  db,
  signer,
}: {
  readonly db: Database;
  readonly signer: Pick<Signer, 'getHealth'>;
}): Promise<number> {
  try {
    const { assets } = await signer.getHealth();
    for (const assetId of assetIds) await upsertSignerLimit(db.kysely, { assetId, ...assets[assetId] });
  } catch (error) {
    if (!(error instanceof SignerUnavailable || error instanceof SignerRefusal)) throw error;
  }
  return 0;
}
