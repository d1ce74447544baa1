import type { SessionId } from '@tern/base/ids';
import type { TargetInput } from '@tern/contracts/fields';
import { isProblem, problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import {
  failureKeys,
  passwordPauses,
  judgeTry,
  type JudgedTry,
  withJudgedHits,
  type RateWindow,
  ipBlocks,
  limitKey,
  type RequestOrigin,
} from '../../platform/limits/public.ts';
import { hashTarget } from '../../platform/tokens.ts';
import {
  maskContact,
  normalizeContact,
  type Contact,
  findLoginSubject,
  upgradeHash,
  type LoginSubject,
  holdCredentials,
  type IdentityDeps,
  findDevice,
  holdDevice,
  throwLoginPaused,
  getMainContact,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { sendCode } from '../codes/public.ts';
import { findOpenLoginOf, insertLogin, newLoginId, type LoginMethod } from './login-store.ts';
import { openSession, type OpenedSession } from './open-session.ts';

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
  const db = deps.db.kysely;
  const now = deps.clock.now();
  const known = await findKnown(deps, contact, input.deviceToken);
  if (known !== undefined) {
    const { subject, deviceId } = known;
    await checkPassword(deps, { ...input, failureKey: failureKeys.loginOnDevice(deviceId), subject, deviceId });
    await keepHashCurrent(deps, subject, input.password);
    const session = await transact(deps.db, async (tx) => {
      const version = subject.credentialsVersion;
      const credentials = await holdCredentials(tx, { personId: subject.personId, version });
      const isRemembered = await holdDevice(tx, { id: deviceId, now: deps.clock.now() });
      if (credentials === undefined || !isRemembered) throw problem('CREDENTIALS_WRONG');
      await recordSecurityEvent(tx, deps, { personId: subject.personId, kind: 'signed-in', origin: input.origin, now });
      return openSession(tx, deps, {
        credentials,
        proofs: ['password', 'remembered-device'],
        device: { knownId: deviceId },
        origin: input.origin,
        formerSessionId: input.formerSessionId,
      });
    });
    return { step: 'done', session };
  }

  const failureKey = failureKeys.login(hashTarget(deps.keys.hashKey, contact));
  // Not a line of this is done for a stranger whom the lane refuses.
  const subject = await deps.strangers.run(ipBlocks(input.origin.ip).network, async (hasher) => {
    const found = await findLoginSubject(db, contact);
    await checkPassword({ ...deps, hasher }, { ...input, failureKey, subject: found, deviceId: null });
    return found;
  });
  if (subject === undefined) throw problem('CREDENTIALS_WRONG');
  await keepHashCurrent(deps, subject, input.password);
  return beginSecondStep(deps, input, subject);
}

/** Whose device this is, where it was remembered for the account that signs in. */
async function findKnown(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  contact: Contact,
  deviceToken: string | null,
): Promise<{ readonly subject: LoginSubject; readonly deviceId: string } | undefined> {
  if (deviceToken === null) return undefined;
  const subject = await findLoginSubject(db.kysely, contact);
  if (subject === undefined) return undefined;
  const device = await findDevice(db.kysely, { personId: subject.personId, token: deviceToken, now: clock.now() });
  return device === undefined ? undefined : { subject, deviceId: device.id };
}

async function keepHashCurrent({ db, hasher }: IdentityDeps, subject: LoginSubject, password: string): Promise<void> {
  if (!hasher.isOutdated(subject.passwordHash)) return;
  await upgradeHash(db.kysely, subject.personId, {
    from: subject.passwordHash,
    to: await hasher.hash(password, subject.personId),
  });
}

/** A remembered device counts for itself: strangers of the same address use up nothing of what it may do. */
function windowsOf(
  settings: IdentityDeps['settings'],
  { deviceId, ip }: { readonly deviceId: string | null; readonly ip: string },
): readonly RateWindow[] {
  if (deviceId !== null)
    return [{ key: limitKey('login-device', { deviceId }), limit: settings.loginsPerIpHour, windowMs: hourMs }];
  const { line, network } = ipBlocks(ip);
  return [
    { key: limitKey('login-ip', line), limit: settings.loginsPerIpHour, windowMs: hourMs },
    { key: limitKey('login-network', network), limit: settings.loginsPerNetworkHour, windowMs: hourMs },
  ];
}

async function checkPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'alert'>,
  given: Pick<LoginInput, 'password' | 'origin'> & {
    readonly failureKey: string;
    readonly subject: LoginSubject | undefined;
    /** The remembered device it comes from. */
    readonly deviceId: string | null;
  },
): Promise<void> {
  const windows = windowsOf(deps.settings, { deviceId: given.deviceId, ip: given.origin.ip });
  const judged = await withJudgedHits(deps, windows, () => judgePassword(deps, given));
  if (judged.outcome === 'paused') throwLoginPaused(deps.clock, judged.pausedUntil);
  if (judged.outcome !== 'wrong') return;
  if (judged.failures === passwordPauses.length) deps.alert('login-under-attack');
  throw problem('CREDENTIALS_WRONG');
}

function judgePassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'hasher'>,
  {
    failureKey,
    subject,
    password,
    origin: { ip },
  }: Pick<LoginInput, 'password' | 'origin'> & {
    readonly failureKey: string;
    readonly subject: LoginSubject | undefined;
  },
): Promise<JudgedTry<null>> {
  return judgeTry(deps, { key: failureKey, pauses: passwordPauses }, async () => {
    const isKnown =
      subject === undefined
        ? await deps.hasher.verifyNobody(password, ipBlocks(ip).network)
        : await deps.hasher.verify(subject.passwordHash, password, subject.personId);
    return { verdict: isKnown && subject?.isActive === true ? 'right' : 'wrong', value: null };
  });
}

async function beginSecondStep(deps: IdentityDeps, input: LoginInput, subject: LoginSubject): Promise<LoginResult> {
  const createdAt = deps.clock.now();
  const id = newLoginId();
  const base = {
    ...input.origin,
    id,
    personId: subject.personId,
    credentialsVersion: subject.credentialsVersion,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + deps.settings.loginStepMs),
  };
  if (subject.hasAuthenticator) {
    await insertLogin(deps.db.kysely, { ...base, method: 'authenticator', challengeId: null });
    return { step: 'second-factor', loginId: id, method: 'authenticator', sentTo: null, resendAfterSeconds: 0 };
  }
  try {
    return await transact(deps.db, async (tx) => {
      const { personId, credentialsVersion: version } = subject;
      if ((await holdCredentials(tx, { personId, version })) === undefined) throw problem('CREDENTIALS_WRONG');
      const language = input.language ?? subject.language;
      const contact = await getMainContact(tx, subject.personId);
      const sent = await sendCode(tx, deps, {
        purpose: 'login',
        contact,
        subject: id,
        language,
        asker: { kind: 'person', personId: subject.personId },
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
