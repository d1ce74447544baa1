import { createHash } from 'node:crypto';

/** A user ID of another service, as a person typed it. */
export type ExternalId = {
  /** As it is shown back. */
  readonly shown: string;
  /** The one form that counts: two IDs with the same key are the same. */
  readonly key: string;
  /** As a careless eye sees it: IDs that look alike have the same. Only reviewers see these matches. */
  readonly skeleton: string;
};

/** What nobody sees, and white space of all kinds. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const allowed = /^[a-z0-9._@+-]{2,64}$/;

/**
 * The ID in what a person typed: full-width and other compatible forms, capitals, spaces and invisible characters make no
 * difference. Letters of other scripts are refused rather than guessed at, so that no look-alike passes for another ID.
 */
export function readExternalId(typed: string): ExternalId | { readonly fault: 'missing' | 'invalid' } {
  const plain = typed.normalize('NFKC').replaceAll(unseen, '');
  if (plain === '') return { fault: 'missing' };
  const key = plain.toLowerCase();
  return allowed.test(key) ? { shown: plain, key, skeleton: skeletonOf(key) } : { fault: 'invalid' };
}

const alike: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', z: '2', b: '8' };

function skeletonOf(key: string): string {
  const bare = key.replaceAll(/[._@+-]/g, '');
  return [...(bare === '' ? key : bare)].map((letter) => alike[letter] ?? letter).join('');
}

/** What is kept of an ID to know it again when the ID itself is gone. */
export function hashExternalId({ key }: Pick<ExternalId, 'key'>): Buffer {
  return createHash('sha256').update(key).digest();
}
