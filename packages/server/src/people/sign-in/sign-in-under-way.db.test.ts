import { newId, type OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityDeps } from '../accounts/deps.ts';
import { freezePerson } from '../accounts/freeze-person.ts';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { beforeTransaction } from '../identity/testing/before-transaction.ts';
import {
  goodPassword,
  homeOrigin,
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { readStopLink } from '../identity/testing/read-stop-link.ts';
import { recordOperatorAction } from '../operators/public.ts';
import { addPasskey } from '../passkeys/add-passkey.ts';
import { beginPasskey } from '../passkeys/begin-passkey.ts';
import { recover } from '../recovery/recover.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { closePerson } from '../sessions/close-person.ts';
import { endAllSessions } from '../sessions/end-all-sessions.ts';
import { endEverybodysSessions } from '../sessions/end-everybodys-sessions.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { beginPasskeyLogin } from './begin-passkey-login.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { finishLogin } from './finish-login.ts';
import { logInByPasskey } from './log-in-by-passkey.ts';
import { login } from './login.ts';

// Goal: what ends somebody's access ends the sign-ins under way too, at whichever step they are and in whichever process.
// Method: each such event is committed on connections of its own, in the midst of each way to sign in.
let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 1000, codesPerIpHour: 1000 });
});
afterAll(() => world.database.drop());

type Event = () => Promise<unknown>;
/** Prepares what ends a person's access, so that the event itself is one committed transaction. */
type Ending = (person: Registered) => Promise<Event>;

const inTransaction =
  (work: (tx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<unknown>): Event =>
  () =>
    transact(world.deps.db, work);

const endings: Readonly<Record<string, Ending>> = {
  'a recovery': async (person) => {
    const ip = newOrigin().ip;
    const asked = { purpose: 'recover', target: person.target, language: null, ip } as const;
    const { challengeId } = await sendWayBackCode(world.deps, asked);
    const code = await world.readCode(person.target);
    const password = 'violet-anchor-52-maps';
    return () => recover(world.deps, { target: person.target, challengeId, code, password, origin: newOrigin() });
  },
  'a new login password': async (person) => {
    const proof = await world.prove(person, 'change-login-password');
    return () => changeLoginPassword(world.deps, { ...proof, password: 'violet-anchor-52-maps' });
  },
  'the link that stops a change': async (person) => {
    await world.setUpTradePassword(person);
    const token = await readStopLink(world, person.target);
    return () => stopChange(world.deps, { token, origin: newOrigin() });
  },
  'signing out the other devices': async (person) => () =>
    endOtherSessions(world.deps, { session: person, origin: homeOrigin }),
  'signing out everywhere': async ({ personId }) =>
    inTransaction((tx) => endAllSessions(tx, { personId, now: world.clock.now() })),
  'signing everybody out': async () => () =>
    transact(world.database.asConsole, (tx) => endEverybodysSessions(tx, world.clock.now())),
  'a freeze': async ({ personId }) => {
    const operatorId = newId<OperatorId>();
    await sql`INSERT INTO operators (id, name, role) VALUES (${operatorId}, ${`o${operatorId.slice(-12)}`}, 'reviewer')`.execute(
      world.database.db.kysely,
    );
    const freeze = { personId, reason: 'security', days: 1, operatorId, now: world.clock.now() } as const;
    return () =>
      transact(world.database.asConsole, async (tx) => {
        await freezePerson(tx, freeze);
        await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
      });
  },
  'closing the account':
    async ({ personId }) =>
    async () => {
      // The database lets the worker erase only what a closing has ended.
      await sql`
        INSERT INTO account_closings (id, person_id, state, due_at, ended_at)
        VALUES (${newId()}, ${personId}, 'done', clock_timestamp(), clock_timestamp())`.execute(
        world.database.db.kysely,
      );
      await transact(world.database.asWorker, (tx) => closePerson(tx, personId, world.clock.now()));
    },
};

const before = (event: Event): IdentityDeps => beforeTransaction(world.deps, event);

/** The product with something that happens while a password is looked at. */
function whileHashing(event: Event): IdentityDeps {
  const late = <Hasher extends IdentityDeps['hasher']>(hasher: Hasher): Hasher => ({
    ...hasher,
    verify: async (...given: Parameters<IdentityDeps['hasher']['verify']>) => {
      const right = await hasher.verify(...given);
      await event();
      return right;
    },
  });
  return {
    ...world.deps,
    hasher: late(world.deps.hasher),
    strangers: { run: (network, work) => world.deps.strangers.run(network, (hasher) => work(late(hasher))) },
  };
}

const logIn = (deps: IdentityDeps, person: Registered, deviceToken: string | null) =>
  login(deps, {
    target: person.target,
    password: goodPassword,
    language: null,
    origin: newOrigin(),
    deviceToken,
    formerSessionId: undefined,
  });

const finish = (deps: IdentityDeps, loginId: string, code: string) =>
  finishLogin(deps, { loginId, given: { code }, origin: newOrigin(), formerSessionId: undefined });

async function beginSecondStep(deps: IdentityDeps, person: Registered): Promise<string> {
  const begun = await logIn(deps, person, null);
  if (begun.step !== 'second-factor') throw new Error('a second step was expected');
  return begun.loginId;
}

/** What comes of a sign-in in the midst of which the event happens. */
type Way = (person: Registered, event: Event) => Promise<string>;

const ways: Readonly<Record<string, Way>> = {
  'a remembered device whose password is looked at': (person, event) =>
    outcome(logIn(whileHashing(event), person, person.deviceToken ?? null)),
  'a remembered device whose session is about to open': (person, event) =>
    outcome(logIn(before(event), person, person.deviceToken ?? null)),
  'a new device whose password is looked at': async (person, event) => {
    // Whatever the first step comes to: the second is what counts.
    const loginId = await beginSecondStep(whileHashing(event), person).catch(() => undefined);
    if (loginId === undefined) return 'refused at the first step';
    return outcome(finish(world.deps, loginId, await world.readCode(person.target)));
  },
  'a new device between its two steps': async (person, event) => {
    const loginId = await beginSecondStep(world.deps, person);
    const code = await world.readCode(person.target);
    await event();
    return outcome(finish(world.deps, loginId, code));
  },
  'a new device whose session is about to open': async (person, event) => {
    const loginId = await beginSecondStep(world.deps, person);
    return outcome(finish(before(event), loginId, await world.readCode(person.target)));
  },
  'a passkey whose session is about to open': async (person, event) => {
    const passkey = softwarePasskey('https://wallet.test');
    world.clock.advance(60_000);
    const made = await beginPasskey(world.deps, await world.prove(person, 'add-passkey'));
    await addPasskey(world.deps, {
      session: person,
      ceremonyId: made.ceremonyId,
      name: 'My phone',
      passkey: passkey.make(made.challenge),
      origin: newOrigin(),
    });
    const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
    return outcome(
      logInByPasskey(before(event), {
        ceremonyId,
        passkey: passkey.use(challenge),
        origin: newOrigin(),
        deviceToken: null,
        formerSessionId: undefined,
      }),
    );
  },
};

const openSessions = async ({ personId }: Registered): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM sessions WHERE person_id = ${personId} AND ended_at IS NULL`.execute(world.database.db.kysely);
  return rows.map(({ id }) => id);
};

describe.each(Object.entries(endings))('A07 %s', (_ending, prepare) => {
  test.each(Object.entries(ways))('ends the sign-in of %s', async (_way, attempt) => {
    const person = await world.registerPerson();
    const event = await prepare(person);
    // Codes are sent a minute apart.
    world.clock.advance(60_000);
    let former: readonly string[] = [];
    const result = await attempt(person, async () => {
      await event();
      former = await openSessions(person);
    });
    expect(['CREDENTIALS_WRONG', 'LOGIN_STEP_EXPIRED', 'PASSKEY_REFUSED', 'refused at the first step']).toContain(
      result,
    );
    expect(await openSessions(person)).toEqual(former);
  });
});

test.each(Object.entries(ways))('without such an event %s signs in', async (_way, attempt) => {
  const person = await world.registerPerson();
  world.clock.advance(60_000);
  expect(await attempt(person, async () => undefined)).toBe('right');
});

test('A07 of twenty sign-ins and recoveries at one moment no session of the old password outlives the recovery', async () => {
  for (let round = 0; round < 20; round += 1) {
    const person = await world.registerPerson();
    world.clock.advance(60_000);
    const recovery = await (endings['a recovery'] as Ending)(person);
    const attempts = Array.from({ length: 4 }, () => outcome(logIn(world.deps, person, person.deviceToken ?? null)));
    await Promise.all([...attempts, recovery()]);
    expect(await openSessions(person)).toEqual([]);
  }
});
