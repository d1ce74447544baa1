import type { DbReader } from '@tern/db/database';
import { findKeyById } from './key-store.ts';
import { isSecretOf, readKeyToken, stateOf, type ServiceKey } from './service-key.ts';

/** The key whose token this is; null where it is none, or of a key that was revoked or has expired. Asked for every call. */
export async function findKey(db: DbReader, token: string, now: Date): Promise<ServiceKey | null> {
  const read = readKeyToken(token);
  const found = read === undefined ? undefined : await findKeyById(db, read.id);
  const isRight = isSecretOf(found?.secretHash, read?.secret ?? '');
  if (!isRight || found === undefined || stateOf(found, now) !== 'active') return null;
  const { secretHash: _kept, ...key } = found;
  return key;
}
