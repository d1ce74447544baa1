import { SignerRefusal } from '@tern/tron/signer-fault';
import type { Replication, ReplicationAnswer } from '@tern/tron/standby-protocol';
import type { SignerStore } from '../open-store.ts';
import type { Seat } from './open-seat.ts';

/**
 * Makes the changes of the signer that this one stands by, on the disk before it answers. What does not follow the last change
 * here is not made; the answer says where this store is, so that the other goes on from there.
 */
export function hearChanges(
  { seat, store }: { readonly seat: Seat; readonly store: SignerStore },
  { after, changes }: Replication,
): ReplicationAnswer {
  const answer = (takenOver: boolean): ReplicationAnswer => ({
    ...store.changes.last(),
    ...{ epoch: store.epoch(), takenOver, sequence: store.sequence() },
  });
  if (seat.state() !== 'standby') return answer(true);
  const last = store.changes.last();
  if (changes.length === 0 || after.number !== last.number || after.hash !== last.hash) return answer(false);
  try {
    store.changes.apply(changes);
    return answer(false);
  } catch (error) {
    throw new SignerRefusal('not-read-back', error instanceof Error ? error.message : 'a change was not made');
  }
}
