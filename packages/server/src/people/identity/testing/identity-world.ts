import { randomBytes, randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { manualClock, systemClock, type ManualClock } from '@tern/base/clock';
import type { TargetInput } from '@tern/contracts/fields';
import type { FactorPurpose } from '@tern/contracts/routes/identity';
import { shownVersions } from '@tern/contracts/shown-versions';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { generate } from 'otplib';
import { normalizeContact } from '../../accounts/contact.ts';
import { identityKeys, type IdentityDeps } from '../../accounts/deps.ts';
import { passwordHasher } from '../../accounts/password-hasher.ts';
import { identityDefaults, type IdentitySettings } from '../../accounts/settings.ts';
import { strangerLane } from '../../accounts/stranger-lane.ts';
import { publishAgreements, type ShownVersions } from '../../agreements/public.ts';
import { sendFactorCode } from '../../codes/send-factor-code.ts';
import { sendRegisterCode } from '../../codes/send-register-code.ts';
import { beginAuthenticator } from '../../factors/begin-authenticator.ts';
import { confirmAuthenticator } from '../../factors/confirm-authenticator.ts';
import type { Again } from '../../factors/prove-again.ts';
import { setTradePassword } from '../../factors/set-trade-password.ts';
import type { OpenedSession } from '../../sign-in/open-session.ts';
import { register } from '../../sign-in/register.ts';

export const goodPassword = 'teal-harbour-91-lamps';
export const goodTradePassword = '739461';

export type IdentityWorld = {
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly deps: IdentityDeps;
  readonly alerts: string[];
  /** The newest code sent to a contact, as its owner would read it. */
  readonly readCode: (target: TargetInput) => Promise<string>;
  readonly registerPerson: (options?: {
    target?: TargetInput;
    inviteCode?: string;
    origin?: Origin;
    accepted?: ShownVersions;
  }) => Promise<Registered>;
  /** What a signed-in person gives again before a factor is set up or changed, with a code just sent. */
  readonly prove: (person: Registered, purpose: FactorPurpose) => Promise<ProvenAgain>;
  readonly setUpTradePassword: (person: Registered) => Promise<void>;
  /** Binds an authenticator and returns its key; its clock then stands at the next step. */
  readonly bindAuthenticator: (person: Registered) => Promise<string>;
  readonly authenticatorCode: (secret: string, stepsFromNow?: number) => Promise<string>;
};

export type Origin = { readonly ip: string; readonly userAgent: string };
export type Registered = OpenedSession & { readonly target: TargetInput };

export type ProvenAgain = Again & { readonly session: Registered; readonly origin: Origin };

export const homeOrigin: Origin = { ip: '203.0.113.7', userAgent: 'Test browser' };

/** Another phone number or e-mail each time. */
export function newTarget(kind: 'phone' | 'email' = 'email'): TargetInput {
  const id = randomUUID().replaceAll('-', '');
  return kind === 'email'
    ? { kind, email: `${id}@example.org` }
    : {
        kind,
        areaCode: '44',
        number: `07${BigInt(`0x${id.slice(0, 12)}`)
          .toString()
          .slice(0, 9)
          .padEnd(9, '1')}`,
      };
}

/** Another address each time, so that limits by address do not meet. */
export function newOrigin(): Origin {
  return {
    ip: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
    userAgent: 'Another browser',
  };
}

/** The identity slice over a database of its own, with a clock that tests move. */
export async function openIdentityWorld(settings: Partial<IdentitySettings> = {}): Promise<IdentityWorld> {
  const database = await createTestDatabase();
  await publishAgreements(database.asApi);
  const clock = manualClock(systemClock.now());
  const alerts: string[] = [];
  const pepper = randomBytes(32);
  const deps: IdentityDeps = {
    db: database.asApi,
    clock,
    settings: {
      ...identityDefaults,
      productName: 'Testwallet',
      productToken: 'TWT',
      publicUrl: 'https://wallet.test',
      ...settings,
    },
    hasher: passwordHasher({ pepper, parallelMax: 2, waitingMax: 1000 }),
    strangers: strangerLane({ pepper, parallelMax: 2, waitingMax: 1000 }),
    keys: identityKeys({ sessionKeys: [randomBytes(32)], factorKeys: [randomBytes(32)] }),
    onRegistered: async () => undefined,
    onStopped: async () => undefined,
    describeAccount: async () => ({ activated: false, defaultWalletId: '00000000-0000-4000-8000-000000000000' }),
    alert: (event) => void alerts.push(event),
  };

  const readCode = async (target: TargetInput): Promise<string> => {
    const row = await database.db.kysely
      .selectFrom('outbox')
      .select(['id', 'values_sealed'])
      .where('recipient', '=', normalizeContact(target).value)
      .where('template', 'like', 'code-%')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert(row.values_sealed !== null, 'the message is still waiting');
    return (JSON.parse(deps.keys.outboxBox.open(row.values_sealed, row.id)) as { code: string }).code;
  };

  const registerPerson: IdentityWorld['registerPerson'] = async ({
    target = newTarget(),
    inviteCode,
    origin = newOrigin(),
    accepted = shownVersions,
  } = {}) => {
    const { challengeId } = await sendRegisterCode(deps, { target, language: null, ip: origin.ip });
    const session = await register(deps, {
      target,
      challengeId,
      code: await readCode(target),
      password: goodPassword,
      inviteCode,
      accepted,
      language: null,
      origin,
      formerSessionId: undefined,
    });
    return { ...session, target };
  };

  const prove: IdentityWorld['prove'] = async (person, purpose) => {
    const { challengeId } = await sendFactorCode(deps, { session: person, purpose });
    return {
      session: person,
      loginPassword: goodPassword,
      challengeId,
      code: await readCode(person.target),
      origin: homeOrigin,
    };
  };

  const authenticatorCode = (secret: string, stepsFromNow = 0): Promise<string> =>
    generate({ secret, epoch: Math.floor(clock.nowMs() / 1000) + 30 * stepsFromNow });

  return {
    database,
    clock,
    deps,
    alerts,
    readCode,
    prove,
    registerPerson,
    authenticatorCode,
    setUpTradePassword: async (person) => {
      await setTradePassword(deps, {
        ...(await prove(person, 'set-trade-password')),
        tradePassword: goodTradePassword,
      });
    },
    bindAuthenticator: async (person) => {
      const { bindingId, secret } = await beginAuthenticator(deps, await prove(person, 'bind-authenticator'));
      await confirmAuthenticator(deps, {
        session: person,
        bindingId,
        code: await authenticatorCode(secret),
        origin: homeOrigin,
      });
      clock.advance(30_000);
      return secret;
    },
  };
}
