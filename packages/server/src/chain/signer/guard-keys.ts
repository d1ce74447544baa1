import type { Database, DbReader } from '@tern/db/database';
import type { Signer } from '@tern/tron/signer-client';

export type GuardKeysDeps = {
  readonly db: Database;
  readonly signer: Pick<Signer, 'getHealth' | 'close'>;
  /** Transactions that changed who may sign for an address of ours, until an operator has dismissed them. */
  readonly listKeyAlarms: (db: DbReader) => Promise<readonly string[]>;
  /** Told each time the signer had to be closed. */
  readonly onClose: (txId: string) => void;
};

/**
 * Worker step: closes the signer while somebody is known to have changed the permissions of an address of ours, which
 * takes its key. Opened again by two operators, it is closed again as long as the alarm is not dismissed.
 */
export async function guardKeys({ db, signer, listKeyAlarms, onClose }: GuardKeysDeps): Promise<number> {
  const [txId] = await listKeyAlarms(db.kysely);
  if (txId === undefined) return 0;
  const { quarantine } = await signer.getHealth();
  if (quarantine !== undefined) return 0;
  await signer.close(`permissions changed by ${txId}`);
  onClose(txId);
  return 0;
}
