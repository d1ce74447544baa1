import type { DecisionDetail, DecisionFacts } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import type { KeyRemoval, NewKeyInput } from '@tern/contracts/routes/console-operators';
import type { Database, DbReader } from '@tern/db/database';
import { readNewKey, type ConsoleAccessDeps, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { printOfKey } from './key-print.ts';
import { findKeyOf, selectKeys, type OperatorKey } from './keys-store.ts';

/** Adding a further key as a present one signs it: the content is the key itself. Throws `PASSKEY_REFUSED`. */
export async function describeNewKey(
  deps: ConsoleAccessDeps,
  said: NewKeyInput,
  session: ConsoleSession,
): Promise<Decision> {
  const key = await readNewKey(deps, said, session.operatorId);
  const details = detailsOf({ ...key, publicKey: Buffer.from(key.publicKey, 'base64url') });
  return { action: 'operators.addKey', content: key, facts: ofOwnKey(session, details) };
}

/** Removing a key of one's own as another signs it. Throws `NOT_FOUND`. */
export async function describeRemoval(db: Database, said: KeyRemoval, session: ConsoleSession): Promise<Decision> {
  const key = (await selectKeys(db.kysely, session.operatorId)).find(({ id }) => id === said.id);
  if (key === undefined || key.endedAt !== null) throw problem('NOT_FOUND');
  return { action: 'operators.removeKey', content: said, facts: ofOwnKey(session, detailsOf(key)) };
}

/** What a proposal about one key of an operator says of it; nothing where it is none of theirs. */
export async function detailsOfKey(
  db: DbReader,
  wanted: { readonly name: string; readonly key: string },
): Promise<readonly DecisionDetail[]> {
  const key = await findKeyOf(db, wanted);
  return key === undefined ? [] : detailsOf(key);
}

function detailsOf(
  key: Pick<OperatorKey, 'name' | 'publicKey' | 'transports' | 'isSyncable'>,
): readonly DecisionDetail[] {
  return [
    { name: 'key-name', text: key.name ?? '' },
    { name: 'key-print', text: printOfKey(key.publicKey) },
    { name: 'key-reach', text: key.transports.join(', ') },
    { name: 'key-copies', text: key.isSyncable === null ? '' : key.isSyncable ? 'syncable' : 'one-device' },
  ].filter(({ text }) => text !== '') as DecisionDetail[];
}

function ofOwnKey({ name }: ConsoleSession, details: readonly DecisionDetail[]): DecisionFacts {
  return {
    asset: { none: 'no-money' },
    amount: { none: 'no-money' },
    about: [{ as: 'operator', name }],
    author: { by: 'operator', name },
    reason: { none: 'not-asked' },
    earlier: { none: 'one-decides' },
    details: [...details],
  };
}
