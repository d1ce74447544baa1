import { createHash } from 'node:crypto';
import { readPlainExternalId, type PlainExternalId } from '@tern/contracts/plain-external-id';

/** A user ID of another service, as a person typed it. */
export type ExternalId = PlainExternalId & {
  /** As a careless eye sees it: IDs that look alike have the same. Only reviewers see these matches. */
  readonly skeleton: string;
};

/** The ID in what a person typed, with what reviewers compare it by; faults as `readPlainExternalId` finds them. */
export function readExternalId(typed: string): ExternalId | { readonly fault: 'missing' | 'invalid' } {
  const plain = readPlainExternalId(typed);
  return 'fault' in plain ? plain : { ...plain, skeleton: skeletonOf(plain.key) };
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
