import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { PasskeyView } from '@tern/contracts/routes/protection';
import type { DbReader } from '@tern/db/database';
import { listPasskeyRows } from './passkey-store.ts';

/** The passkeys of a person as the screens show them. */
export async function listPasskeys(db: DbReader, personId: PersonId): Promise<PasskeyView[]> {
  return toWire(
    (await listPasskeyRows(db, personId)).map(({ id, name, synced, createdAt, usedAt }) => ({
      id,
      name,
      synced,
      createdAt,
      usedAt,
    })),
  );
}
