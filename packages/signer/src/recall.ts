import type { MemoryPosition, RecalledOrder } from '@tern/tron/signer-protocol';
import type { SignerStore } from './open-store.ts';

const recalledMax = 100;

/** What was signed after a position. Nothing of it is new: these bytes were given out when they were signed. */
export function recall(store: SignerStore, after: MemoryPosition | undefined): readonly RecalledOrder[] {
  return store
    .listSigned(after, recalledMax)
    .map(({ position, orderId, attempt, kind, assetId, amount, burnMaxSun, txId, rawHex, signatureHex, refBlock }) => ({
      position,
      orderId,
      attempt,
      kind,
      assetId,
      amount,
      burnMaxSun,
      txId,
      rawHex,
      signatureHex,
      ...(refBlock === undefined ? {} : { refBlock }),
    }));
}
