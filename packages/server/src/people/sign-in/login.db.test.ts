import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { newId, type PersonId } from '@tern/base/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordHasher } from '../accounts/password-hasher.ts';
import {
  goodPassword,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { codeOf } from '../identity/testing/outcome.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { readSession } from '../sessions/read-session.ts';
import { finishLogin } from './finish-login.ts';
import { login, type LoginInput } from './login.ts';
import { resendLoginCode } from './resend-login-code.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const attempt = (target: LoginInput['target'], input: Partial<LoginInput> = {}) =>
  login(world.deps, {
    target,
    password: goodPassword,
    language: null,
    origin: newOrigin(),
    deviceToken: null,
    formerSessionId: undefined,
    ...input,
  });
const outcome = (work: Promise<{ step: string } | unknown>): Promise<string> =>
  work.then(
    (result) => (typeof result === 'object' && result !== null && 'step' in result ? String(result.step) : 'done'),
    codeOf,
  );

const secondStep = async (person: Pick<Registered, 'target'>, input: Partial<LoginInput> = {}) => {
  const result = await attempt(person.target, input);
  if (result.step !== 'second-factor') throw new Error('a second step was expected');
  return result;
};
const finish = (loginId: string, code: string) =>
  finishLogin(world.deps, { loginId, given: { code }, origin: newOrigin(), formerSessionId: undefined });

test('A15 lets a remembered device in and asks a new one for a code, once', async () => {
  const person = await world.registerPerson();
  const deviceToken = person.deviceToken ?? null;
  expect((await attempt(person.target, { deviceToken })).step).toBe('done');

  const { loginId, method, sentTo } = await secondStep(person);
  expect({ method, sentTo }).toMatchObject({ method: 'code', sentTo: expect.stringContaining('•••') });
  const code = await world.readCode(person.target);
  const session = await finish(loginId, code);
  expect(await outcome(finish(loginId, code))).toBe('LOGIN_STEP_EXPIRED');
  expect((await attempt(person.target, { deviceToken: session.deviceToken ?? null })).step).toBe('done');
  world.clock.advance(world.deps.settings.deviceRememberedMs);
  expect((await attempt(person.target, { deviceToken: session.deviceToken ?? null })).step).toBe('second-factor');
});

test('A18 while strangers keep an account closed, a device that is known signs in as ever', async () => {
  const person = await world.registerPerson();
  await world.bindAuthenticator(person);
  const deviceToken = person.deviceToken ?? null;
  const answers: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    answers.push(await outcome(attempt(person.target, { password: 'not it', origin: newOrigin() })));
  }
  expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'CREDENTIALS_WRONG'));
  expect(new Set(answers.slice(5))).toEqual(new Set(['LOGIN_PAUSED']));
  expect(await outcome(attempt(person.target, { origin: newOrigin() }))).toBe('LOGIN_PAUSED');
  expect(await outcome(attempt(person.target, { deviceToken }))).toBe('done');
  // A made-up device is a stranger's.
  expect(await outcome(attempt(person.target, { deviceToken: 'A'.repeat(43) }))).toBe('LOGIN_PAUSED');
});

test('tells the person on their contact about a sign-in from a new device', async () => {
  const person = await world.registerPerson({ target: newTarget('phone') });
  const { loginId } = await secondStep(person);
  await finish(loginId, await world.readCode(person.target));
  const events = await world.database.db.kysely
    .selectFrom('security_events')
    .select('kind')
    .where('person_id', '=', person.personId)
    .execute();
  const notices = await world.database.db.kysely
    .selectFrom('outbox')
    .select('channel')
    .where('template', '=', 'notice-new-device')
    .execute();
  expect(events.map(({ kind }) => kind)).toContain('signed-in-new-device');
  expect(notices.filter(({ channel }) => channel === 'sms')).toHaveLength(1);
});

test('A11 asks for the authenticator where one is bound and takes no code by message instead', async () => {
  const person = await world.registerPerson();
  const secret = await world.bindAuthenticator(person);
  const { loginId, method } = await secondStep(person);
  expect(method).toBe('authenticator');
  expect(await outcome(resendLoginCode(world.deps, { loginId }))).toBe('LOGIN_STEP_EXPIRED');
  expect(await outcome(finish(loginId, '123456'))).toBe('AUTHENTICATOR_CODE_WRONG');
  await finish(loginId, await world.authenticatorCode(secret));
});

test('A11 a second step by code is over once an authenticator is bound meanwhile', async () => {
  const person = await world.registerPerson();
  const { loginId } = await secondStep(person);
  const code = await world.readCode(person.target);
  await world.bindAuthenticator(person);
  expect(await outcome(finish(loginId, code))).toBe('LOGIN_STEP_EXPIRED');
});

test('A08 a code used a moment ago is named so at sign-in, and is no wrong try', async () => {
  const person = await world.registerPerson();
  const secret = await world.bindAuthenticator(person);
  const code = await world.authenticatorCode(secret);
  await finish((await secondStep(person)).loginId, code);
  const { loginId } = await secondStep(person);
  for (let round = 0; round < 6; round += 1) {
    expect(await outcome(finish(loginId, code))).toBe('AUTHENTICATOR_CODE_USED');
  }
  world.clock.advance(30_000);
  await finish(loginId, await world.authenticatorCode(secret));
});

test('sends another code on request and then takes only that one', async () => {
  const person = await world.registerPerson();
  const { loginId } = await secondStep(person);
  const first = await world.readCode(person.target);
  expect(await outcome(resendLoginCode(world.deps, { loginId }))).toBe('CODE_RESEND_TOO_SOON');
  world.clock.advance(60_000);
  await resendLoginCode(world.deps, { loginId });
  const second = await world.readCode(person.target);
  if (first !== second) expect(await outcome(finish(loginId, first))).toBe('CODE_WRONG');
  await finish(loginId, second);
});

test('goes on with the same second step when the page is opened again within a minute', async () => {
  const person = await world.registerPerson();
  const origin = newOrigin();
  const { loginId } = await secondStep(person, { origin });
  expect((await secondStep(person, { origin })).loginId).toBe(loginId);
  expect(await outcome(attempt(person.target, { origin: newOrigin() }))).toBe('TOO_MANY_REQUESTS');
  await finish(loginId, await world.readCode(person.target));
});

test('A01 of 600 guesses at 60 accounts from 100 addresses none gets in, right ones included', async () => {
  const people: Registered[] = [];
  for (let each = 0; each < 60; each += 1) people.push(await world.registerPerson());
  const origins = Array.from({ length: 100 }, newOrigin);
  const guesses = Array.from({ length: 10 }, (_, round) =>
    people.map((person, index) => ({
      person,
      password: round === 3 ? goodPassword : `guess number ${round} ${index}`,
      origin: origins[(round * 60 + index) % 100] ?? newOrigin(),
    })),
  );
  const answers: string[] = [];
  for (const round of guesses) {
    answers.push(
      ...(await Promise.all(
        round.map(({ person, password, origin }) => outcome(attempt(person.target, { password, origin }))),
      )),
    );
  }
  expect(answers).not.toContain('done');
  expect(answers.filter((answer) => answer === 'second-factor')).toHaveLength(60);
  // After the forgiven right one, five wrong ones in a row pause each account.
  expect(answers.filter((answer) => answer === 'LOGIN_PAUSED')).toHaveLength(60);
});

test('A01 fifty wrong passwords in a row close an account to strangers for a day and raise one alert', async () => {
  const person = await world.registerPerson();
  world.alerts.length = 0;
  let looked = 0;
  for (let round = 0; looked < 50 && round < 200; round += 1) {
    const answer = await outcome(attempt(person.target, { password: `wrong ${round}` }));
    if (answer === 'CREDENTIALS_WRONG') looked += 1;
    else world.clock.advance(15 * 60_000);
  }
  expect(looked).toBe(50);
  expect(world.alerts).toEqual(['login-under-attack']);
  world.clock.advance(23 * 3_600_000);
  expect(await outcome(attempt(person.target))).toBe('LOGIN_PAUSED');
  // A18: the owner's own device counts for itself.
  expect(await outcome(attempt(person.target, { deviceToken: person.deviceToken ?? null }))).toBe('done');
  world.clock.advance(3_600_001);
  expect(await outcome(attempt(person.target))).toBe('second-factor');
});

test('A01 one address gets a hundred tries an hour and its network five hundred', async () => {
  const { ip } = newOrigin();
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => outcome(attempt(newTarget(), { origin: { ip, userAgent: 'x' } }))),
  );
  expect(answers.filter((answer) => answer === 'CREDENTIALS_WRONG')).toHaveLength(100);
  expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(20);
});

test('A04 unknown accounts and wrong passwords answer alike in text, work and time', async () => {
  const people: Registered[] = [];
  for (let each = 0; each < 10; each += 1) people.push(await world.registerPerson());
  let statements = 0;
  let hashes = 0;
  const count = (): void => void (statements += 1);
  world.deps.db.pool.on('acquire', count);
  const { strangers } = world.deps;
  const counted: IdentityWorld['deps'] = {
    ...world.deps,
    strangers: {
      run: (network, work) =>
        strangers.run(network, (hasher) =>
          work({
            ...hasher,
            verify: (...input) => ((hashes += 1), hasher.verify(...input)),
            verifyNobody: (...input) => ((hashes += 1), hasher.verifyNobody(...input)),
          }),
        ),
    },
  };
  const measure = async (target: LoginInput['target']) => {
    [statements, hashes] = [0, 0];
    const started = performance.now();
    const answer = await outcome(
      login(counted, {
        target,
        password: 'not the password',
        language: null,
        origin: newOrigin(),
        deviceToken: null,
        formerSessionId: undefined,
      }),
    );
    return { seen: { answer, statements, hashes }, ms: performance.now() - started };
  };
  // 40 of each, interleaved; four per account stay below the first pause.
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const person of people) {
      const [ours, nobodys] = [await measure(person.target), await measure(newTarget())];
      expect(ours.seen).toEqual(nobodys.seen);
      known.push(ours.ms);
      unknown.push(nobodys.ms);
    }
  }
  world.deps.db.pool.off('acquire', count);
  // Work is equal to the statement; time is only bounded, as tests share their machine. Without the hash it is a tenth.
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
  expect(median(known) / median(unknown)).toBeGreaterThan(0.6);
  expect(median(known) / median(unknown)).toBeLessThan(1.7);
});

test('A04 unknown accounts are paused like known ones', async () => {
  const person = await world.registerPerson();
  const stranger = newTarget();
  const answers = async (target: LoginInput['target']): Promise<string[]> => {
    const list: string[] = [];
    for (let round = 0; round < 7; round += 1)
      list.push(await outcome(attempt(target, { password: 'not the password' })));
    return list;
  };
  expect(await answers(person.target)).toEqual(await answers(stranger));
});

test('A13 raises an old hash to the parameters of today at sign-in', async () => {
  const pepper = randomBytes(32);
  const hasher = passwordHasher({ pepper, parallelMax: 2, waitingMax: 400 });
  const old = await hash('an old but good one', { memoryCost: 8192, timeCost: 1, parallelism: 1, secret: pepper });
  expect(hasher.isOutdated(old)).toBe(true);
  expect(hasher.isOutdated(await hasher.hash('x', newId<PersonId>()))).toBe(false);

  const person = await world.registerPerson();
  const weak = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const { kysely } = world.database.db;
  await kysely.updateTable('credentials').set({ hash: weak }).where('person_id', '=', person.personId).execute();
  const plain = passwordHasher({ pepper: new Uint8Array(), parallelMax: 2, waitingMax: 10 });
  await login(
    { ...world.deps, hasher: plain, strangers: { run: (_network, work) => work(plain) } },
    {
      target: person.target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: null,
      formerSessionId: undefined,
    },
  );
  const { hash: upgraded } = await kysely
    .selectFrom('credentials')
    .select('hash')
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow();
  expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('sheds sign-ins beyond what the machine can carry instead of queueing for ever', async () => {
  const hasher = passwordHasher({ pepper: randomBytes(32), parallelMax: 1, waitingMax: 3 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => hasher.hash('some password', newId<PersonId>()).then(() => 'hashed', codeOf)),
  );
  expect(answers.filter((answer) => answer === 'hashed')).toHaveLength(4);
  expect(answers.filter((answer) => answer === 'UNAVAILABLE')).toHaveLength(4);
});

test('A06 every sign-in gives a new session and ends the one the browser had', async () => {
  const person = await world.registerPerson();
  const again = await attempt(person.target, {
    deviceToken: person.deviceToken ?? null,
    formerSessionId: person.sessionId,
  });
  if (again.step !== 'done') throw new Error('the device is remembered');
  expect(again.session.token).not.toBe(person.token);
  expect(await readSession(world.deps, person.token)).toBeNull();
  expect(await readSession(world.deps, again.session.token)).toMatchObject({ personId: person.personId });
});

test('A06 session tokens are 256 random bits: 100,000 without a repetition or a leaning bit', async () => {
  const { newToken } = await import('../../platform/tokens.ts');
  const tokens = Array.from({ length: 100_000 }, () => Buffer.from(newToken(), 'base64url'));
  expect(tokens.every((token) => token.length === 32)).toBe(true);
  expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(100_000);
  for (let bit = 0; bit < 256; bit += 17) {
    const ones = tokens.filter((token) => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    // Six standard deviations around the half.
    expect(Math.abs(ones - 50_000)).toBeLessThan(950);
  }
});

test('A06 the database keeps no token', async () => {
  const person = await world.registerPerson();
  const { rows } = await world.database.db.pool.query<{ line: string }>(
    'SELECT s::text AS line FROM sessions s UNION ALL SELECT d::text FROM devices d',
  );
  const hex = (token: string): string => Buffer.from(token, 'base64url').toString('hex');
  for (const { line } of rows) {
    expect(line).not.toContain(person.token);
    expect(line).not.toContain(hex(person.token));
    expect(line).not.toContain(hex(person.deviceToken ?? ''));
  }
});

test('A07 a session ends when idle, when old, when its person is disabled, and when ended from another one', async () => {
  const { sessionIdleMs, sessionAbsoluteMs } = world.deps.settings;
  const idle = await world.registerPerson();
  world.clock.advance(sessionIdleMs - 1);
  expect(await readSession(world.deps, idle.token)).not.toBeNull();
  world.clock.advance(sessionIdleMs);
  expect(await readSession(world.deps, idle.token)).toBeNull();

  const busy = await world.registerPerson();
  for (let used = 0; used < sessionAbsoluteMs - sessionIdleMs; used += sessionIdleMs / 2) {
    world.clock.advance(sessionIdleMs / 2);
    expect(await readSession(world.deps, busy.token)).not.toBeNull();
  }
  world.clock.advance(sessionIdleMs / 2);
  await readSession(world.deps, busy.token);
  world.clock.advance(sessionIdleMs / 2);
  expect(await readSession(world.deps, busy.token)).toBeNull();

  const disabled = await world.registerPerson();
  await world.database.db.kysely
    .updateTable('people')
    .set({ state: 'disabled' })
    .where('id', '=', disabled.personId)
    .execute();
  expect(await readSession(world.deps, disabled.token)).toBeNull();
  expect(await outcome(attempt(disabled.target))).toBe('CREDENTIALS_WRONG');

  const person = await world.registerPerson();
  const others: string[] = [];
  for (let each = 0; each < 4; each += 1) {
    const result = await attempt(person.target, { deviceToken: person.deviceToken ?? null });
    if (result.step === 'done') others.push(result.session.token);
  }
  expect(await endOtherSessions(world.deps, { session: person, origin: newOrigin() })).toBe(4);
  for (const token of others) expect(await readSession(world.deps, token)).toBeNull();
  expect(await readSession(world.deps, person.token)).not.toBeNull();
});

test('A07 ending the other sessions makes other devices ask for the second step again', async () => {
  const person = await world.registerPerson();
  const { loginId } = await secondStep(person);
  const other = await finish(loginId, await world.readCode(person.target));
  await endOtherSessions(world.deps, { session: person, origin: newOrigin() });
  world.clock.advance(60_000);
  expect((await attempt(person.target, { deviceToken: other.deviceToken ?? null })).step).toBe('second-factor');
  expect((await attempt(person.target, { deviceToken: person.deviceToken ?? null })).step).toBe('done');
});
