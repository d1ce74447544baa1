import { randomInt } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';

/** `disabled`: cannot sign in, and no session of theirs is valid. `closed`: the same for good, by their own wish. */
export type PersonState = 'active' | 'disabled' | 'closed';

export type Person = {
  readonly id: PersonId;
  /** Eight digits a person can read out. */
  readonly publicId: string;
  readonly state: PersonState;
  readonly language: string | null;
  readonly inviteCode: string;
  readonly invitedBy: PersonId | null;
  readonly createdAt: Date;
};

/** An id no person has, for doing the work of a look-up where there is nobody. */
export const nobody = '00000000-0000-0000-0000-000000000000' as PersonId;

// Without I, O, 0 and 1, which are read for one another.
const inviteAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newPublicId(): string {
  return randomInt(10_000_000, 100_000_000).toString();
}

export function newInviteCode(): string {
  return Array.from({ length: 8 }, () => inviteAlphabet[randomInt(inviteAlphabet.length)]).join('');
}

/** What was typed as an invite code in its one form; undefined when nothing was typed. */
export function normalizeInviteCode(typed: string | undefined): string | undefined {
  const code = typed?.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return code === '' ? undefined : code;
}
