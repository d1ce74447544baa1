import { contract } from '@tern/contracts/contract';
import { transact } from '@tern/db/transact';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelClosing } from '../../money/closing/cancel-closing.ts';
import { prepareExport } from '../../money/closing/prepare-export.ts';
import { requestClosing } from '../../money/closing/request-closing.ts';
import type { IdentityDeps } from '../accounts/deps.ts';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { changeContact } from '../contacts/change-contact.ts';
import { sendContactCodes } from '../contacts/send-contact-codes.ts';
import { beginAuthenticator } from '../factors/begin-authenticator.ts';
import { changeTradePassword } from '../factors/change-trade-password.ts';
import { confirmAuthenticator } from '../factors/confirm-authenticator.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { setTradePassword } from '../factors/set-trade-password.ts';
import { unbindAuthenticator } from '../factors/unbind-authenticator.ts';
import { addPasskey } from '../passkeys/add-passkey.ts';
import { beginPasskey } from '../passkeys/begin-passkey.ts';
import { removePasskey } from '../passkeys/remove-passkey.ts';
import { renamePasskey } from '../passkeys/rename-passkey.ts';
import { cancelFactorReset } from '../recovery/cancel-factor-reset.ts';
import { recover } from '../recovery/recover.ts';
import { startFactorReset } from '../recovery/start-factor-reset.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { endAllSessions } from '../sessions/end-all-sessions.ts';
import { endEverybodysSessions } from '../sessions/end-everybodys-sessions.ts';
import { endOneSession } from '../sessions/end-one-session.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { changeLoginPassword } from '../sign-in/change-login-password.ts';
import { login } from '../sign-in/login.ts';
import { setWord } from './set-word.ts';
import { beforeTransaction } from './testing/before-transaction.ts';
import {
  goodPassword,
  goodTradePassword,
  homeOrigin,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from './testing/identity-world.ts';
import { outcome } from './testing/outcome.ts';
import { readStopLink } from './testing/read-stop-link.ts';

// Goal: who is put out of an account changes nothing in it any more, however far their request had come. Method: what ends
// their session is committed right before the transaction of each change, after all of its proofs were found right.
let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 1000, codesPerIpHour: 1000 });
});
afterAll(() => world.database.drop());

type Somebody = Registered & { readonly secret: string };
/** Proves all that is asked; resolves with the change itself. */
type Change = (person: Somebody) => Promise<(deps: IdentityDeps) => Promise<unknown>>;

/** The code that counts next: each counts once. */
async function factorOf({ secret }: Somebody) {
  world.clock.advance(30_000);
  return { kind: 'authenticator' as const, code: await world.authenticatorCode(secret) };
}

const wayBack = async (person: Somebody, purpose: 'recover' | 'reset-factors') => {
  const { challengeId } = await sendWayBackCode(world.deps, {
    purpose,
    target: person.target,
    language: null,
    ip: newOrigin().ip,
  });
  return { target: person.target, challengeId, code: await world.readCode(person.target), origin: newOrigin() };
};

async function beginMaking(person: Somebody) {
  const proof = await world.prove(person, 'add-passkey');
  return beginPasskey(world.deps, { ...proof, factor: await factorOf(person) });
}

async function addOne(person: Somebody): Promise<string> {
  const { ceremonyId, challenge } = await beginMaking(person);
  const passkey = softwarePasskey('https://wallet.test').make(challenge);
  await addPasskey(world.deps, { session: person, ceremonyId, name: 'Phone', passkey, origin: homeOrigin });
  const { rows } = await sql<{ id: string }>`SELECT id FROM passkeys WHERE person_id = ${person.personId}`.execute(
    world.database.db.kysely,
  );
  world.clock.advance(60_000);
  return rows[0]?.id ?? '';
}

async function startReset(person: Somebody): Promise<unknown> {
  return startFactorReset(world.deps, { ...(await wayBack(person, 'reset-factors')), loginPassword: goodPassword });
}

/** By the name of the route that asks for it. */
const changes: Readonly<Record<string, Change>> = {
  'identity.setTradePassword': async (person) => {
    await sql`DELETE FROM trade_passwords WHERE person_id = ${person.personId}`.execute(world.database.db.kysely);
    const proof = await world.prove(person, 'set-trade-password');
    return (deps) => setTradePassword(deps, { ...proof, tradePassword: '593718' });
  },
  'identity.changeTradePassword': async (person) => {
    const proof = await world.prove(person, 'change-trade-password');
    const factor = { kind: 'trade-password', tradePassword: goodTradePassword } as const;
    return (deps) => changeTradePassword(deps, { ...proof, tradePassword: '593718', factor });
  },
  'identity.changeLoginPassword': async (person) => {
    const proof = { ...(await world.prove(person, 'change-login-password')), factor: await factorOf(person) };
    return (deps) => changeLoginPassword(deps, { ...proof, password: 'violet-anchor-52-maps' });
  },
  'identity.beginAuthenticator': async (person) => {
    const proof = { ...(await world.prove(person, 'bind-authenticator')), factor: await factorOf(person) };
    return (deps) => beginAuthenticator(deps, proof);
  },
  'identity.confirmAuthenticator': async (person) => {
    const proof = { ...(await world.prove(person, 'bind-authenticator')), factor: await factorOf(person) };
    const { bindingId, secret } = await beginAuthenticator(world.deps, proof);
    const code = await world.authenticatorCode(secret);
    return (deps) => confirmAuthenticator(deps, { session: person, bindingId, code, origin: homeOrigin });
  },
  'identity.unbindAuthenticator': async (person) => {
    const proof = { ...(await world.prove(person, 'unbind-authenticator')), factor: await factorOf(person) };
    return (deps) => unbindAuthenticator(deps, proof);
  },
  'identity.renewRecoveryCodes': async (person) => {
    const proof = { ...(await world.prove(person, 'renew-recovery-codes')), factor: await factorOf(person) };
    return (deps) => renewRecoveryCodes(deps, proof);
  },
  'identity.endOtherSessions': async (session) => (deps) => endOtherSessions(deps, { session, origin: homeOrigin }),
  'identity.recover': async (person) => {
    const given = { ...(await wayBack(person, 'recover')), factor: await factorOf(person) };
    return (deps) => recover(deps, { ...given, password: 'violet-anchor-52-maps' });
  },
  'protection.startFactorReset': async (person) => {
    const given = { ...(await wayBack(person, 'reset-factors')), loginPassword: goodPassword };
    return (deps) => startFactorReset(deps, given);
  },
  'protection.cancelFactorReset': async (person) => {
    await startReset(person);
    const factor = await factorOf(person);
    return (deps) => cancelFactorReset(deps, { session: person, factor, origin: homeOrigin });
  },
  'protection.beginPasskey': async (person) => {
    const proof = { ...(await world.prove(person, 'add-passkey')), factor: await factorOf(person) };
    return (deps) => beginPasskey(deps, proof);
  },
  'protection.addPasskey': async (person) => {
    const { ceremonyId, challenge } = await beginMaking(person);
    const passkey = softwarePasskey('https://wallet.test').make(challenge);
    return (deps) => addPasskey(deps, { session: person, ceremonyId, name: 'Phone', passkey, origin: homeOrigin });
  },
  'protection.removePasskey': async (person) => {
    const passkeyId = await addOne(person);
    const proof = { ...(await world.prove(person, 'remove-passkey')), factor: await factorOf(person) };
    return (deps) => removePasskey(deps, { ...proof, passkeyId });
  },
  'protection.setWord': async (person) => {
    const proof = { ...(await world.prove(person, 'set-word')), factor: await factorOf(person) };
    return (deps) => setWord(deps, { ...proof, word: 'lighthouse' });
  },
  'protection.changeContact': async (person) => {
    const target = newTarget(person.target.kind);
    const sent = await sendContactCodes(world.deps, { session: person, target });
    const given = {
      session: person,
      loginPassword: goodPassword,
      challengeId: sent.present.challengeId,
      code: await world.readCode(person.target),
      newChallengeId: sent.fresh.challengeId,
      newCode: await world.readCode(target),
      target,
      factor: await factorOf(person),
    };
    return (deps) => changeContact(deps, { ...given, origin: homeOrigin });
  },
  'closing.requestClosing': async (person) => {
    const proof = { ...(await world.prove(person, 'close-account')), factor: await factorOf(person) };
    return (deps) => requestClosing(deps, proof);
  },
  'closing.prepareExport': async (person) => {
    const proof = { ...(await world.prove(person, 'export-data')), factor: await factorOf(person) };
    return (deps) => prepareExport(deps, proof);
  },
  'protection.renamePasskey': async (person) => {
    const passkeyId = await addOne(person);
    return ({ db }) => renamePasskey(db, { session: person, passkeyId, name: 'Mine' });
  },
  'closing.cancelClosing': async (person) => {
    const proof = { ...(await world.prove(person, 'close-account')), factor: await factorOf(person) };
    await requestClosing(world.deps, proof);
    return (deps) => cancelClosing(deps, { session: person, origin: homeOrigin });
  },
};

// What asks for nothing but a session and changes nothing of weight: codes that are sent, and the session itself.
const light = new Set([
  'identity.logout',
  'identity.endSession',
  'identity.sendFactorCode',
  'protection.sendContactCodes',
]);
// Those of nobody yet; what opens sessions is tried in sign-in-under-way.db.test.ts.
const strangers = new Set([
  'identity.sendRegisterCode',
  'identity.register',
  'identity.login',
  'identity.resendLoginCode',
  'identity.finishLogin',
  'identity.sendRecoveryCode',
  'identity.stopChange',
  'protection.beginPasskeyLogin',
  'protection.passkeyLogin',
  'protection.sendFactorResetCode',
]);

test('the tables of this file name every route of the account that changes something', () => {
  const { identity, protection, closing } = contract;
  const posts = Object.entries({ identity, protection, closing }).flatMap(([slice, routes]) =>
    Object.entries(routes as Record<string, { '~orpc': { route: { method?: string } } }>)
      .filter(([, route]) => route['~orpc'].route.method === 'POST')
      .map(([name]) => `${slice}.${name}`),
  );
  expect(posts.toSorted()).toEqual([...Object.keys(changes), ...light, ...strangers].toSorted());
});

async function registerSomebody(): Promise<Somebody> {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const secret = await world.bindAuthenticator(person);
  // Codes are sent a minute apart.
  world.clock.advance(60_000);
  return { ...person, secret };
}

/** Everything the account is made of, but what the event itself leaves. */
async function accountOf({ personId }: Registered): Promise<unknown> {
  const tables = ['credentials', 'trade_passwords', 'authenticators', 'recovery_codes', 'passkeys', 'contacts'];
  const more = ['passkey_ceremonies', 'authenticator_bindings', 'factor_resets', 'account_closings', 'data_exports'];
  const rows = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const found = await sql<{ row: string }>`
        SELECT t::text AS row FROM ${sql.table(table)} t WHERE t.person_id = ${personId} ORDER BY 1`.execute(
        world.database.db.kysely,
      );
      return [table, found.rows];
    }),
  );
  return Object.fromEntries(rows) as unknown;
}

const endings: Readonly<Record<string, (person: Somebody) => Promise<() => Promise<unknown>>>> = {
  'the link that stops a change': async (person) => {
    const token = await readStopLink(world, person.target);
    return () => stopChange(world.deps, { token, origin: newOrigin() });
  },
  'signing out everywhere':
    async ({ personId }) =>
    () =>
      transact(world.deps.db, (tx) => endAllSessions(tx, { personId, now: world.clock.now() })),
  'signing everybody out': async () => () =>
    transact(world.database.asConsole, (tx) => endEverybodysSessions(tx, world.clock.now())),
};

describe.each(Object.entries(endings))('A07 %s, right before it is written', (_ending, prepare) => {
  test.each(Object.entries(changes))('ends %s', async (_name, prove) => {
    const person = await registerSomebody();
    const change = await prove(person);
    const event = await prepare(person);
    let left: unknown;
    const deps = beforeTransaction(world.deps, async () => {
      await event();
      left = await accountOf(person);
    });
    expect(['LOGIN_EXPIRED', 'CODE_WRONG']).toContain(await outcome(change(deps)));
    expect(await accountOf(person)).toEqual(left);
  });
});

test.each(Object.entries(changes))('without such an event %s is done', async (_name, prove) => {
  const person = await registerSomebody();
  const change = await prove(person);
  expect(await outcome(change(world.deps))).toBe('right');
});

describe('A07 ending one other session', () => {
  const thief = (person: Registered, deps = world.deps) =>
    login(deps, {
      target: person.target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: person.deviceToken ?? null,
      formerSessionId: undefined,
    });
  const openOf = async ({ personId }: Registered): Promise<number> => {
    const { rows } = await sql`SELECT FROM sessions WHERE person_id = ${personId} AND ended_at IS NULL`.execute(
      world.database.db.kysely,
    );
    return rows.length;
  };
  const endIt = async (person: Registered, owner: Registered) =>
    endOneSession(world.deps, { session: owner, sessionId: person.sessionId, origin: homeOrigin });
  /** Somebody who is signed in on two devices. */
  async function twice(): Promise<readonly [Registered, Registered]> {
    const person = await world.registerPerson();
    const { sessionId } = person;
    const device = (
      await sql<{ id: string }>`
        INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
        SELECT gen_random_uuid(), person_id, sha256(id::text::bytea), user_agent, false, created_at, remembered_until
          FROM devices WHERE id = ${person.deviceId} RETURNING id`.execute(world.database.db.kysely)
    ).rows[0]?.id;
    const { rows } = await sql<{ id: Registered['sessionId'] }>`
      INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'device_id', ${device}::text,
        'id_hash', '\\x' || encode(sha256(gen_random_uuid()::text::bytea), 'hex')))).* FROM sessions s WHERE id = ${sessionId}
      RETURNING id`.execute(world.database.db.kysely);
    return [person, { ...person, sessionId: rows[0]?.id ?? sessionId, deviceId: device ?? '' }];
  }

  test('lets no sign-in on its device come to its end', async () => {
    const [person, owner] = await twice();
    const deps = beforeTransaction(world.deps, () => endIt(person, owner));
    expect(await outcome(thief(person, deps))).toBe('CREDENTIALS_WRONG');
    expect(await openOf(person)).toBe(1);
  });

  test('ends every other session of the same device', async () => {
    const [person, owner] = await twice();
    await thief(person);
    expect(await openOf(person)).toBe(3);
    await endIt(person, owner);
    expect(await openOf(person)).toBe(1);
  });
});
