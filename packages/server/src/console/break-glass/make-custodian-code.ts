import { randomBytes } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { keepCode } from '../../people/operators/public.ts';
import { hashKey, keyOfCode, newCustodianCode } from './custodian-code.ts';

const saltBytes = 16;

/**
 * Makes the code of one custodian, who alone sees it; the database keeps what cannot be turned back into it. Undefined once
 * both custodians have theirs: neither is ever made again.
 */
export async function makeCustodianCode(
  db: Database,
  { name }: { readonly name: string },
): Promise<{ readonly code: string; readonly slot: 1 | 2 } | undefined> {
  const code = newCustodianCode();
  const salt = randomBytes(saltBytes);
  const keyHash = hashKey(await keyOfCode(code, salt));
  const slot = await transact(db, (tx) => keepCode(tx, { name, salt, keyHash }));
  return slot === undefined ? undefined : { code, slot };
}
