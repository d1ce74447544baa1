import type { KeyContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { changeKey, insertKey, listKeys, lockKey, newKeyToken, revokeKey, type ServiceKey } from '../keys/public.ts';

type KeyRefusal = 'no-such-key' | 'key-revoked' | 'key-renamed' | 'key-name-taken';

/** Why a key could not be opened, changed or revoked as things are; undefined where it could. */
export async function checkKeyChange(db: DbReader, content: KeyContent): Promise<KeyRefusal | undefined> {
  const all = await listKeys(db);
  const key = content.kind === 'key-open' ? undefined : all.find(({ id }) => id === content.keyId);
  return refusalFor(content, key, all);
}

/**
 * Opens, changes or revokes a key as two operators decided; `id` is that of their change. A key that was opened has its token
 * returned: nobody can read it later.
 */
export async function carryOutKeyChange(
  tx: DbTx,
  { id: changeId, content }: { readonly id: string; readonly content: KeyContent },
): Promise<{ readonly secret?: string } | { readonly refusal: KeyRefusal }> {
  if (content.kind === 'key-open') {
    const { name, scopes, addresses, days } = content;
    const { token, secretHash } = newKeyToken(changeId);
    const isNew = await insertKey(tx, { id: changeId, name, scopes, addresses, days, secretHash });
    return isNew ? { secret: token } : { refusal: 'key-name-taken' };
  }
  const id = content.keyId;
  const refusal = refusalFor(content, await lockKey(tx, id), await listKeys(tx));
  if (refusal !== undefined) return { refusal };
  if (content.kind === 'key-revoke') await revokeKey(tx, { id, changeId });
  else {
    const { name, scopes, addresses } = content;
    await changeKey(tx, { id, changeId, name, scopes, addresses });
  }
  return {};
}

function refusalFor(
  content: KeyContent,
  key: ServiceKey | undefined,
  all: readonly ServiceKey[],
): KeyRefusal | undefined {
  if (content.kind !== 'key-open') {
    if (key === undefined) return 'no-such-key';
    if (key.revokedAt !== null) return 'key-revoked';
    if (content.kind === 'key-revoke') return content.name === key.name ? undefined : 'key-renamed';
  }
  const isTaken = all.some(({ id, name, revokedAt }) => name === content.name && revokedAt === null && id !== key?.id);
  return isTaken ? 'key-name-taken' : undefined;
}
