import type { SessionId } from '@tern/base/ids';
import type { TargetInput } from '@tern/contracts/fields';
import { isProblem, problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { maskContact, normalizeContact } from './contact.ts';
import { findLoginSubject, upgradeHash, type LoginSubject } from './credential-store.ts';
import type { IdentityDeps } from './deps.ts';
import { findDevice } from './device-store.ts';
import { failureKeys, passwordPauses } from './failure-counter.ts';
import { judgeTry } from './judge-try.ts';
import { throwLoginPaused } from './login-paused.ts';
import { findOpenLoginOf, insertLogin, newLoginId, type LoginMethod } from './login-store.ts';
import { openSession, type OpenedSession } from './open-session.ts';
import { getMainContact } from './person-store.ts';
import { limitRate } from './limit-rate.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { ipBlocks, type RequestOrigin } from './request-origin.ts';
import { sendCode } from './send-code.ts';
import { hashTarget } from './tokens.ts';

export type LoginInput = {
  readonly target: TargetInput;
  readonly password: string;
  readonly language: string | null;
  readonly origin: RequestOrigin;
  readonly deviceToken: string | null;
  readonly formerSessionId: SessionId | undefined;
};

export type SecondStep = {
  readonly loginId: string;
  readonly method: LoginMethod;
  /** Where the code went; null for an authenticator. */
  readonly sentTo: string | null;
  readonly resendAfterSeconds: number;
};

export type LoginResult =
  | { readonly step: 'done'; readonly session: OpenedSession }
  | ({ readonly step: 'second-factor' } & SecondStep);

const hourMs = 3_600_000;

/**
 * First step of signing in. A remembered device is in; another one gets a second step: the authenticator where one
 * is bound, else a code. Unknown account and wrong password are the same in answer, work and limits.
 * Throws `CREDENTIALS_WRONG`, `LOGIN_PAUSED` or `TOO_MANY_REQUESTS`.
 */
export async function login(deps: IdentityDeps, input: LoginInput): Promise<LoginResult> {
  const contact = normalizeContact(input.target);
  await checkIpLimits(deps, input.origin.ip);
  const now = deps.clock.now();
  const db = deps.db.kysely;
  const subject = await findLoginSubject(db, contact);
  const device =
    subject !== undefined && input.deviceToken !== null
      ? await findDevice(db, { personId: subject.personId, token: input.deviceToken, now })
      : undefined;

  const failureKey =
    device === undefined
      ? failureKeys.login(hashTarget(deps.keys.hashKey, contact))
      : failureKeys.loginOnDevice(device.id);
  await checkPassword(deps, { failureKey, subject, password: input.password });
  if (subject === undefined) throw problem('CREDENTIALS_WRONG');
  if (deps.hasher.isOutdated(subject.passwordHash)) {
    await upgradeHash(db, subject.personId, { from: subject.passwordHash, to: await deps.hasher.hash(input.password) });
  }

  if (device === undefined) return beginSecondStep(deps, input, subject);
  const session = await transact(deps.db, async (tx) => {
    await recordSecurityEvent(tx, deps, { personId: subject.personId, kind: 'signed-in', origin: input.origin, now });
    return openSession(tx, deps, {
      personId: subject.personId,
      proofs: ['password', 'remembered-device'],
      device: { knownId: device.id },
      origin: input.origin,
      formerSessionId: input.formerSessionId,
    });
  });
  return { step: 'done', session };
}

async function checkIpLimits(
  { db, clock, settings }: Pick<IdentityDeps, 'db' | 'clock' | 'settings'>,
  ip: string,
): Promise<void> {
  const { line, network } = ipBlocks(ip);
  const windows = [
    { key: `login-ip:${line}`, limit: settings.loginsPerIpHour, windowMs: hourMs },
    { key: `login-network:${network}`, limit: settings.loginsPerNetworkHour, windowMs: hourMs },
  ];
  for (const window of windows) await limitRate(db.kysely, window, clock.now());
}

async function checkPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'alert'>,
  {
    failureKey,
    subject,
    password,
  }: { readonly failureKey: string; readonly subject: LoginSubject | undefined; readonly password: string },
): Promise<void> {
  const judged = await judgeTry(deps, { key: failureKey, pauses: passwordPauses }, async () => {
    const isKnown =
      subject === undefined
        ? await deps.hasher.verifyNobody(password)
        : await deps.hasher.verify(subject.passwordHash, password);
    return { verdict: isKnown && subject?.isActive === true ? 'right' : 'wrong', value: null };
  });
  if (judged.outcome === 'paused') throwLoginPaused(deps.clock, judged.pausedUntil);
  if (judged.outcome !== 'wrong') return;
  if (judged.failures === passwordPauses.length) deps.alert('login-under-attack');
  throw problem('CREDENTIALS_WRONG');
}

async function beginSecondStep(deps: IdentityDeps, input: LoginInput, subject: LoginSubject): Promise<LoginResult> {
  const createdAt = deps.clock.now();
  const id = newLoginId();
  const base = {
    ...input.origin,
    id,
    personId: subject.personId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + deps.settings.loginStepMs),
  };
  if (subject.hasAuthenticator) {
    await insertLogin(deps.db.kysely, { ...base, method: 'authenticator', challengeId: null });
    return { step: 'second-factor', loginId: id, method: 'authenticator', sentTo: null, resendAfterSeconds: 0 };
  }
  try {
    return await transact(deps.db, async (tx) => {
      const language = input.language ?? subject.language;
      const contact = await getMainContact(tx, subject.personId);
      const sent = await sendCode(tx, deps, {
        purpose: 'login',
        contact,
        subject: id,
        language,
        ip: input.origin.ip,
        wordOf: subject.personId,
      });
      await insertLogin(tx, { ...base, method: 'code', challengeId: sent.challengeId });
      return {
        step: 'second-factor',
        loginId: id,
        method: 'code',
        sentTo: sent.sentTo,
        resendAfterSeconds: sent.resendAfterSeconds,
      };
    });
  } catch (error) {
    if (!isProblem(error, 'CODE_RESEND_TOO_SOON')) throw error;
    return resumeSecondStep(deps, input, { subject, retryAfterSeconds: error.data.retryAfterSeconds });
  }
}

/** The page was left and opened again within a minute: the code that was just sent stays the one to enter. */
async function resumeSecondStep(
  deps: IdentityDeps,
  input: LoginInput,
  { subject, retryAfterSeconds }: { readonly subject: LoginSubject; readonly retryAfterSeconds: number },
): Promise<LoginResult> {
  const open = await findOpenLoginOf(deps.db.kysely, {
    ...input.origin,
    personId: subject.personId,
    now: deps.clock.now(),
  });
  if (open === undefined) throw problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
  const contact = await getMainContact(deps.db.kysely, subject.personId);
  return {
    step: 'second-factor',
    loginId: open.id,
    method: 'code',
    sentTo: maskContact(contact),
    resendAfterSeconds: retryAfterSeconds,
  };
}
