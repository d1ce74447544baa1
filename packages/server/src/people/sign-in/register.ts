import type { SessionId } from '@tern/base/ids';
import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { ipBlocks, type RequestOrigin } from '../../platform/limits/public.ts';
import {
  normalizeContact,
  newCredentials,
  insertCredential,
  type IdentityDeps,
  normalizeInviteCode,
  findInviter,
  insertContact,
  insertPerson,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { acceptAtRegistration, type ShownVersions } from '../agreements/public.ts';
import { checkCode, spendCode, strangerAt } from '../codes/public.ts';
import { checkLoginPassword } from './login-password-rules.ts';
import { openSession, type OpenedSession } from './open-session.ts';

export type RegisterInput = {
  readonly target: TargetInput;
  readonly challengeId: string;
  readonly code: string;
  readonly password: string;
  readonly inviteCode: string | undefined;
  /** User agreement and privacy policy that were ticked; undefined where they were not. */
  readonly accepted: ShownVersions | undefined;
  readonly language: string | null;
  readonly origin: RequestOrigin;
  readonly formerSessionId: SessionId | undefined;
};

/**
 * Opens an account whole or not at all: person, contact, password, device, session and what other slices owe a new
 * person commit together. Throws the contract's problems; `UNAVAILABLE` when no wallet address is free.
 */
export async function register(deps: IdentityDeps, input: RegisterInput): Promise<OpenedSession> {
  const contact = normalizeContact(input.target);
  const { accepted, language } = input;
  if (accepted === undefined) throw problem('TERMS_NOT_ACCEPTED');
  const { productName, productToken } = deps.settings;
  // Until the code is right this is a stranger, for whom no password is weighed.
  const { network } = ipBlocks(input.origin.ip);
  const code = await deps.strangers.run(network, () =>
    checkCode(deps, {
      challengeId: input.challengeId,
      purpose: 'register',
      contact,
      subject: '',
      code: input.code,
      asker: strangerAt(input.origin.ip),
    }),
  );
  checkLoginPassword(input.password, { words: [productName, productToken], contact });
  const passwordHash = await deps.hasher.hash(input.password, network);

  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    const invitedBy = await getInviter(tx, input.inviteCode);
    const personId = await insertPerson(tx, { now, language, invitedBy });
    await insertContact(tx, personId, contact, now);
    await insertCredential(tx, personId, passwordHash, now);
    await acceptAtRegistration(tx, personId, { accepted, language, now });
    await deps.onRegistered(tx, personId);
    await recordSecurityEvent(tx, deps, { personId, kind: 'registered', origin: input.origin, now });
    return openSession(tx, deps, {
      credentials: newCredentials(personId),
      proofs: ['password', 'code'],
      device: { registering: true },
      origin: input.origin,
      formerSessionId: input.formerSessionId,
    });
  });
}

async function getInviter(tx: DbTx, typed: string | undefined) {
  const inviteCode = normalizeInviteCode(typed);
  if (inviteCode === undefined) return undefined;
  const inviter = await findInviter(tx, inviteCode);
  if (inviter === undefined) throw problem('INVITE_CODE_UNKNOWN');
  return inviter;
}
