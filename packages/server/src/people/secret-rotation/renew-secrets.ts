import type { Database } from '@tern/db/database';
import { resealRows } from '../../platform/reseal-rows.ts';
import type { KeyRing } from '../../platform/secret-box.ts';
import { identityKeys, pepperId, wordRows } from '../accounts/public.ts';
import { authenticatorRows } from '../factors/public.ts';
import { countBoundToSessionKey, countOldHashes } from './secret-rotation-store.ts';

/** The secrets that have more than one key after a rotation. */
export const rotatedSecrets = ['factor-key', 'session-key', 'password-pepper'] as const;
export type RotatedSecret = (typeof rotatedSecrets)[number];

/** How far the database has followed a rotation. */
export type Renewed = {
  /** Rows that were moved to the newest key now. */
  readonly moved: number;
  /** What would be lost with the older keys, in numbers; empty where they can be taken away without loss. */
  readonly left: readonly { readonly what: string; readonly count: number }[];
};

/**
 * Moves what can be moved to the newest key of `name`, and counts what cannot. Changes nothing that anybody sees; can be broken
 * off and run again while the installation runs.
 */
export async function renewSecrets(
  db: Database,
  secrets: Readonly<Record<RotatedSecret, KeyRing>>,
  name: RotatedSecret,
): Promise<Renewed> {
  const { 'session-key': sessionKeys, 'factor-key': factorKeys, 'password-pepper': peppers } = secrets;
  if (secrets[name].length === 1) return { moved: 0, left: [] };
  const all = identityKeys({ sessionKeys, factorKeys });
  const newest = identityKeys({ sessionKeys: [sessionKeys[0]], factorKeys: [factorKeys[0]] });
  if (name === 'factor-key') {
    const boxes = { all: all.factorBox, newest: newest.factorBox };
    const { resealed, unreadable } = await resealRows(authenticatorRows(db.kysely), boxes);
    return { moved: resealed, left: some([['authenticators that no key opens', unreadable]]) };
  }
  if (name === 'password-pepper') {
    const { login, trade } = await countOldHashes(db.kysely, pepperId(peppers[0]));
    return {
      moved: 0,
      left: some([
        ['people who have not signed in with their password since', login],
        ['people who have not used their trade password since', trade],
      ]),
    };
  }
  const boxes = { all: all.outboxBox, newest: newest.outboxBox };
  const { resealed, unreadable } = await resealRows(wordRows(db.kysely), boxes);
  const bound = await countBoundToSessionKey(db.kysely);
  return {
    moved: resealed,
    left: some([
      ['anti-phishing phrases that no key opens', unreadable],
      ['people with unused recovery codes, some perhaps made since', bound.recoveryCodes],
      ['devices with push notifications', bound.pushes],
      ['waiting messages', bound.waitingMessages],
      ['connected sites, each for a week at most', bound.connections],
    ]),
  };
}

function some(counts: readonly (readonly [string, number])[]): Renewed['left'] {
  return counts.filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }));
}
