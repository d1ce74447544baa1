import type { SessionId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { failureKeys, type RequestOrigin } from '../../platform/limits/public.ts';
import {
  holdCredentials,
  type IdentityDeps,
  describeDevice,
  getMainContact,
  getPerson,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { checkCode, spendCode } from '../codes/public.ts';
import { checkAuthenticatorCode, checkPresentFactor, findAuthenticator } from '../factors/public.ts';
import { findOpenLogin, finishOpenLogin, type OpenLogin } from './login-store.ts';
import { openSession, type OpenedSession, type Proof } from './open-session.ts';

/** Second step of signing in; the device is remembered from then on. Throws the contract's problems. */
export async function finishLogin(
  deps: IdentityDeps,
  input: {
    readonly loginId: string;
    /** Six digits, or one of the recovery codes in place of an authenticator that is lost. */
    readonly given: { readonly code: string } | { readonly recoveryCode: string };
    readonly origin: RequestOrigin;
    readonly formerSessionId: SessionId | undefined;
  },
): Promise<OpenedSession> {
  const login = await findOpenLogin(deps.db.kysely, input.loginId, deps.clock.now());
  if (login === undefined) throw problem('LOGIN_STEP_EXPIRED');
  const proven = await prove(deps, login, input.given);

  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const { personId, credentialsVersion: version } = login;
    const credentials = await holdCredentials(tx, { personId, version });
    if (credentials === undefined) throw problem('LOGIN_STEP_EXPIRED');
    const { state } = await getPerson(tx, personId);
    // An authenticator bound since the first step is asked for from then on.
    const outdated = proven.proof === 'code' && (await findAuthenticator(tx, personId)) !== undefined;
    if (state !== 'active' || outdated || !(await finishOpenLogin(tx, login.id, now)))
      throw problem('LOGIN_STEP_EXPIRED');
    await proven.spend(tx, now);
    const { ip, userAgent } = input.origin;
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'signed-in-new-device',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-new-device',
        values: toWire({ at: now, device: describeDevice(userAgent), ip }),
      },
    });
    return openSession(tx, deps, {
      credentials,
      proofs: ['password', proven.proof],
      device: { registering: false },
      origin: input.origin,
      formerSessionId: input.formerSessionId,
    });
  });
}

type Proven = { readonly proof: Proof; readonly spend: (tx: DbTx, now: Date) => Promise<void> };

async function prove(
  deps: IdentityDeps,
  login: OpenLogin,
  given: { readonly code: string } | { readonly recoveryCode: string },
): Promise<Proven> {
  if ('code' in given) {
    return login.challengeId === null
      ? proveAuthenticator(deps, login, given.code)
      : proveCode(deps, login, login.challengeId, given.code);
  }
  if (login.challengeId !== null) throw problem('CODE_WRONG');
  const { personId } = login;
  const factor = { kind: 'recovery-code', code: given.recoveryCode } as const;
  const { spend } = await checkPresentFactor(deps, { personId, factor });
  return { proof: 'authenticator', spend };
}

async function proveAuthenticator(deps: IdentityDeps, { personId }: OpenLogin, code: string): Promise<Proven> {
  await checkAuthenticatorCode(deps, { personId, code, failureKey: failureKeys.loginAuthenticator(personId) });
  return { proof: 'authenticator', spend: async () => undefined };
}

async function proveCode(deps: IdentityDeps, login: OpenLogin, challengeId: string, code: string): Promise<Proven> {
  const contact = await getMainContact(deps.db.kysely, login.personId);
  const asker = { kind: 'person', personId: login.personId } as const;
  const checked = await checkCode(deps, { challengeId, purpose: 'login', contact, subject: login.id, code, asker });
  return { proof: 'code', spend: (tx, now) => spendCode(tx, checked, now) };
}
