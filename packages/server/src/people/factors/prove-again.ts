import type { FactorPurpose } from '@tern/contracts/routes/identity';
import type { DbTx } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { limitKey, withJudgedHits } from '../../platform/limits/public.ts';
import {
  checkLoginPasswordAgain,
  getPasswordHash,
  type Contact,
  type IdentityDeps,
  getRegistration,
  getMainContact,
} from '../accounts/public.ts';
import { checkCode, type CheckedCode } from '../codes/public.ts';
import { insertHold } from '../safeguards/public.ts';

/** Proofs one session may give within an hour; whoever sets up everything there is gives a dozen. */
const proofsPerHour = 60;

/** What a signed-in person gives again before a factor is set up or changed. */
export type Again = { readonly loginPassword: string; readonly challengeId: string; readonly code: string };

/**
 * What setting up or changing a factor asks of a person who is signed in already: the login password again and a fresh code.
 * The code is not spent yet. Throws `TOO_MANY_REQUESTS`, `LOGIN_PASSWORD_WRONG`, `LOGIN_PAUSED` or a code's problem.
 */
export async function proveAgain(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly purpose: FactorPurpose | 'change-contact';
    /** Where the code went, if not to the main contact. */
    readonly contact?: Contact;
  },
): Promise<CheckedCode> {
  const { personId } = input.session;
  const db = deps.db.kysely;
  const passwordHash = await getPasswordHash(db, personId);
  // A right password is not a wrong try, so nothing else would bound how often it is hashed.
  const window = { key: limitKey('prove-again', input.session.sessionId), limit: proofsPerHour, windowMs: 3_600_000 };
  await withJudgedHits(deps, [window], () =>
    checkLoginPasswordAgain(deps, { personId, passwordHash, loginPassword: input.loginPassword }),
  );
  const contact = input.contact ?? (await getMainContact(db, personId));
  return checkCode(deps, {
    challengeId: input.challengeId,
    purpose: input.purpose,
    contact,
    subject: personId,
    code: input.code,
    asker: { kind: 'person', personId },
  });
}

/**
 * Starts the hold that a new factor brings, unless the account was opened a moment ago on this very device:
 * then nobody else can have got hold of it yet.
 */
export async function holdAfterSetUp(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'clock' | 'settings'>,
  session: ApiSession,
): Promise<void> {
  const { registeredAt, onThisDevice } = await getRegistration(tx, session);
  const isFresh = deps.clock.nowMs() - registeredAt.getTime() < deps.settings.setUpGraceMs;
  if (!(isFresh && onThisDevice)) await insertHold(tx, session.personId, 'factor-changed', deps.settings.holdMs);
}
