import { toWire } from '@tern/base/to-wire';
import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import { transact } from '@tern/db/transact';
import { failureKeys, forgiveTries, type RequestOrigin } from '../../platform/limits/public.ts';
import { hashTarget } from '../../platform/tokens.ts';
import {
  normalizeContact,
  replaceCredential,
  holdCredentials,
  type IdentityDeps,
  lockPeople,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { proveBoundAuthenticator } from '../factors/public.ts';
import { insertHold, makeStopLink } from '../safeguards/public.ts';
import { endSessions } from '../sessions/public.ts';
import { checkLoginPassword } from '../sign-in/public.ts';
import { checkWayBackCode } from './check-way-back-code.ts';

export type RecoverInput = {
  readonly target: TargetInput;
  readonly challengeId: string;
  readonly code: string;
  readonly password: string;
  /** Needed where an authenticator is bound: a stolen phone number or mailbox alone recovers nothing then. */
  readonly factor?: PresentFactor | undefined;
  readonly origin: RequestOrigin;
  /** Of the browser, where it carries one. */
  readonly deviceToken?: string | null;
};

/**
 * Sets a new login password for whoever proves to have the account's phone or e-mail, and its authenticator or a recovery
 * code where one is bound. Opens no session and takes off no factor; ends all sessions, forgets all devices and holds
 * transfers to new addresses for a day. Throws the contract's problems; a contact nobody has fails like a wrong code.
 */
export async function recover(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'strangers' | 'keys' | 'alert'>,
  input: RecoverInput,
): Promise<void> {
  const contact = normalizeContact(input.target);
  const { code, subject } = await checkWayBackCode(deps, { ...input, purpose: 'recover', contact });
  const { productName, productToken } = deps.settings;
  checkLoginPassword(input.password, { words: [productName, productToken], contact });
  const { personId } = subject;
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });
  const passwordHash = await deps.hasher.hash(input.password, personId);

  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    // Whoever changed or stopped something since the contact was looked up has the last word. Locked for the change below from
    // the start: two that hold the row to read it would wait for each other with writing it.
    await lockPeople(tx, [personId]);
    const version = subject.credentialsVersion;
    if ((await holdCredentials(tx, { personId, version })) === undefined) throw problem('CODE_WRONG');
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    await replaceCredential(tx, personId, passwordHash, now);
    await endSessions(tx, personId, { except: null, now });
    await insertHold(tx, personId, 'recovered', deps.settings.holdMs);
    // Guesses at the password that is gone count no longer.
    await forgiveTries(tx, failureKeys.login(hashTarget(deps.keys.hashKey, contact)));
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'recovered',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-recovered',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
  });
}
