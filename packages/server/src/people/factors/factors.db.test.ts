import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeContact } from '../accounts/contact.ts';
import { sendFactorCode } from '../codes/send-factor-code.ts';
import { getAccount } from '../identity/get-account.ts';
import {
  goodPassword,
  goodTradePassword,
  homeOrigin,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { finishLogin } from '../sign-in/finish-login.ts';
import { login } from '../sign-in/login.ts';
import { beginAuthenticator } from './begin-authenticator.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import type { Authorization } from './factor-lanes.ts';
import { setTradePassword } from './set-trade-password.ts';
import { authorizeTransfer } from './testing/authorize-transfer.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const proof = async (person: Registered, purpose: 'set-trade-password' | 'bind-authenticator') => {
  const { challengeId } = await sendFactorCode(world.deps, { session: person, purpose });
  return {
    session: person,
    loginPassword: goodPassword,
    challengeId,
    code: await world.readCode(person.target),
    origin: homeOrigin,
  };
};
const withFactors = async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const secret = await world.bindAuthenticator(person);
  return { person, secret };
};
const authorize = (person: Registered, input: Partial<Authorization>) =>
  outcome(
    authorizeTransfer(world.deps, {
      personId: person.personId,
      tradePassword: goodTradePassword,
      authenticatorCode: null,
      action: 'draft hash',
      ...input,
    }),
  );

const failuresOf = async (person: Registered): Promise<number> => {
  const row = await world.database.db.kysely
    .selectFrom('failure_counters')
    .select('failures')
    .where('key', '=', `transfer:${person.personId}`)
    .executeTakeFirst();
  return row?.failures ?? 0;
};

test('A08 the same authenticator code works once, also in two parallel requests', async () => {
  const { person, secret } = await withFactors();
  const code = await world.authenticatorCode(secret);
  const answers = await Promise.all([1, 2].map(() => authorize(person, { authenticatorCode: code })));
  expect(answers.toSorted()).toEqual(['AUTHENTICATOR_CODE_USED', 'right']);
  expect(await authorize(person, { authenticatorCode: code })).toBe('AUTHENTICATOR_CODE_USED');
});

test('A08 a right code given again is told apart from a wrong one and counts towards no lock', async () => {
  const { person, secret } = await withFactors();
  const code = await world.authenticatorCode(secret);
  const wrong = await world.authenticatorCode(secret, 100);
  await authorize(person, { authenticatorCode: code });
  expect(await authorize(person, { authenticatorCode: wrong })).toBe('AUTHENTICATOR_CODE_WRONG');
  const again = await Promise.all(Array.from({ length: 4 }, () => authorize(person, { authenticatorCode: code })));
  expect(new Set(again)).toEqual(new Set(['AUTHENTICATOR_CODE_USED']));
  expect(await failuresOf(person)).toBe(1);
  for (let round = 0; round < 10; round += 1) await authorize(person, { authenticatorCode: code });
  expect(await failuresOf(person)).toBe(1);
  world.clock.advance(30_000);
  expect(await authorize(person, { authenticatorCode: await world.authenticatorCode(secret) })).toBe('right');
  expect(await failuresOf(person)).toBe(0);
});

test('A02 moves between own wallets, which need no code, give a guesser of codes no further tries', async () => {
  const { person, secret } = await withFactors();
  const wrong = await world.authenticatorCode(secret, 100);
  const answers: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    answers.push(await authorize(person, { authenticatorCode: wrong }));
    if (round < 4) expect(await authorize(person, {})).toBe('right');
  }
  expect(answers.at(-1)).toBe('FACTORS_LOCKED');
});

test('A08 a code used at sign-in is used for transfers too', async () => {
  const { person, secret } = await withFactors();
  const code = await world.authenticatorCode(secret);
  const result = await login(world.deps, {
    target: person.target,
    password: goodPassword,
    language: null,
    origin: newOrigin(),
    deviceToken: null,
    formerSessionId: undefined,
  });
  if (result.step !== 'second-factor') throw new Error('a second step was expected');
  await finishLogin(world.deps, {
    loginId: result.loginId,
    given: { code },
    origin: newOrigin(),
    formerSessionId: undefined,
  });
  expect(await authorize(person, { authenticatorCode: code })).toBe('AUTHENTICATOR_CODE_USED');
});

test('A08 takes the present step, the one before for ten seconds, and no other', async () => {
  const { person, secret } = await withFactors();
  const startOfStep = Math.ceil(world.clock.nowMs() / 30_000) * 30_000;
  const at = async (secondOfStep: number, step: number, steps: number): Promise<string> => {
    world.clock.set(new Date(startOfStep + steps * 300_000 + secondOfStep * 1000));
    const answer = await authorize(person, { authenticatorCode: await world.authenticatorCode(secret, step) });
    if (answer !== 'right') await authorize(person, { authenticatorCode: await world.authenticatorCode(secret, 0) });
    return answer;
  };
  expect(await at(0, 0, 1)).toBe('right');
  expect(await at(29, 0, 2)).toBe('right');
  expect(await at(9, -1, 3)).toBe('right');
  expect(await at(11, -1, 4)).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await at(5, -2, 5)).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await at(29, 1, 6)).toBe('AUTHENTICATOR_CODE_WRONG');
});

test('A09 an authenticator that was never confirmed counts for nothing, and its key is shown once', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const { bindingId, secret, uri } = await beginAuthenticator(world.deps, await proof(person, 'bind-authenticator'));
  expect(uri).toContain(`secret=${secret}`);
  expect(uri).toContain('issuer=Testwallet');
  expect((await getAccount(world.deps, person.personId)).factors.authenticator).toBe(false);
  expect(await authorize(person, { authenticatorCode: await world.authenticatorCode(secret) })).toBe(
    'AUTHENTICATOR_NOT_BOUND',
  );
  const { rows } = await world.database.db.pool.query<{ line: string }>(
    'SELECT b::text AS line FROM authenticator_bindings b',
  );
  for (const { line } of rows) expect(line).not.toContain(Buffer.from(secret).toString('hex'));

  const stranger = await world.registerPerson();
  const code = await world.authenticatorCode(secret);
  expect(
    await outcome(confirmAuthenticator(world.deps, { session: stranger, bindingId, code, origin: homeOrigin })),
  ).toBe('BINDING_EXPIRED');
  const codes = await confirmAuthenticator(world.deps, { session: person, bindingId, code, origin: homeOrigin });
  expect(new Set(codes).size).toBe(10);
  expect(
    await outcome(confirmAuthenticator(world.deps, { session: person, bindingId, code, origin: homeOrigin })),
  ).toBe('AUTHENTICATOR_ALREADY_BOUND');
  expect(await authorize(person, { authenticatorCode: code })).toBe('AUTHENTICATOR_CODE_USED');
});

test('a set-up of an authenticator ends after five wrong codes and after ten minutes', async () => {
  const person = await world.registerPerson();
  const { bindingId, secret } = await beginAuthenticator(world.deps, await proof(person, 'bind-authenticator'));
  const confirm = (id: string, code: string) =>
    outcome(confirmAuthenticator(world.deps, { session: person, bindingId: id, code, origin: homeOrigin }));
  const wrong = await world.authenticatorCode(secret, 100);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(bindingId, wrong)));
  expect(answers.filter((answer) => answer === 'AUTHENTICATOR_CODE_WRONG')).toHaveLength(5);
  expect(await confirm(bindingId, await world.authenticatorCode(secret))).toBe('BINDING_EXPIRED');

  world.clock.advance(60_000);
  const second = await beginAuthenticator(world.deps, await proof(person, 'bind-authenticator'));
  world.clock.advance(600_000);
  expect(await confirm(second.bindingId, await world.authenticatorCode(second.secret))).toBe('BINDING_EXPIRED');
});

test.each(['setTradePassword', 'beginAuthenticator'] as const)(
  'A09 %s asks for the login password and a code of its own purpose',
  async (operation) => {
    const purpose = operation === 'setTradePassword' ? 'set-trade-password' : 'bind-authenticator';
    const other = operation === 'setTradePassword' ? 'bind-authenticator' : 'set-trade-password';
    const person = await world.registerPerson();
    const right = await proof(person, purpose);
    const elsewhere = await proof(person, other);
    const run = (change: object) =>
      operation === 'setTradePassword'
        ? outcome(setTradePassword(world.deps, { ...right, tradePassword: goodTradePassword, ...change }))
        : outcome(beginAuthenticator(world.deps, { ...right, ...change }));
    expect(await run({ loginPassword: 'not it' })).toBe('LOGIN_PASSWORD_WRONG');
    expect(await run({ challengeId: elsewhere.challengeId, code: elsewhere.code })).toBe('CODE_WRONG');
    const stranger = await world.registerPerson();
    expect(await run({ session: stranger })).toBe('CODE_WRONG');
    expect(await run({})).toBe('right');
    expect(await run({})).toBe(operation === 'setTradePassword' ? 'TRADE_PASSWORD_ALREADY_SET' : 'CODE_WRONG');
  },
);

test('guessing the login password again with a stolen session is paused', async () => {
  const person = await world.registerPerson();
  const input = await proof(person, 'set-trade-password');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      outcome(
        setTradePassword(world.deps, { ...input, tradePassword: goodTradePassword, loginPassword: `guess ${index}` }),
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'LOGIN_PASSWORD_WRONG')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'LOGIN_PAUSED')).toHaveLength(15);
});

test('A12 the trade password is refused when missing, wrong or after five wrong tries, right ones then too', async () => {
  const person = await world.registerPerson();
  expect(await authorize(person, {})).toBe('TRADE_PASSWORD_NOT_SET');
  await world.setUpTradePassword(person);
  expect(await authorize(person, { authenticatorCode: '123456' })).toBe('AUTHENTICATOR_NOT_BOUND');
  expect(await authorize(person, {})).toBe('right');

  const wrong = () => authorize(person, { tradePassword: '990017' });
  expect(await Promise.all(Array.from({ length: 4 }, wrong))).toEqual(
    Array.from({ length: 4 }, () => 'TRADE_PASSWORD_WRONG'),
  );
  expect(await wrong()).toBe('FACTORS_LOCKED');
  expect(await authorize(person, {})).toBe('FACTORS_LOCKED');
  const account = await getAccount(world.deps, person.personId);
  expect(account.factorsLockedUntil).toBe(new Date(world.clock.nowMs() + 3_600_000).toISOString());

  world.clock.advance(3_600_000);
  await Promise.all(Array.from({ length: 4 }, wrong));
  expect(await wrong()).toBe('FACTORS_LOCKED');
  expect((await getAccount(world.deps, person.personId)).factorsLockedUntil).toBe(
    new Date(world.clock.nowMs() + 86_400_000).toISOString(),
  );
  world.clock.advance(86_400_000);
  expect(await authorize(person, {})).toBe('right');
  const notices = await world.database.db.kysely
    .selectFrom('outbox')
    .select('id')
    .where('template', '=', 'notice-factors-locked')
    .where('recipient', '=', normalizeContact(person.target).value)
    .execute();
  expect(notices).toHaveLength(2);
});

test('A12 of 100 parallel wrong trade passwords five are looked at', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const answers = await Promise.all(Array.from({ length: 100 }, () => authorize(person, { tradePassword: '990017' })));
  expect(answers.filter((answer) => answer === 'TRADE_PASSWORD_WRONG')).toHaveLength(4);
  expect(answers.filter((answer) => answer === 'FACTORS_LOCKED')).toHaveLength(96);
  expect(await failuresOf(person)).toBe(5);
});

test('A12 a wrong trade password does not use up the authenticator code', async () => {
  const { person, secret } = await withFactors();
  const authenticatorCode = await world.authenticatorCode(secret);
  expect(await authorize(person, { tradePassword: '990017', authenticatorCode })).toBe('TRADE_PASSWORD_WRONG');
  expect(await authorize(person, { authenticatorCode })).toBe('right');
});

test('keeps what the factors were given for', async () => {
  const { person, secret } = await withFactors();
  await authorize(person, { authenticatorCode: await world.authenticatorCode(secret), action: 'hash of this draft' });
  const events = await world.database.db.kysely
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('person_id', '=', person.personId)
    .execute();
  expect(events).toContainEqual({ kind: 'transfer-authorized', detail: 'hash of this draft' });
});

test('setting up factors at once on the registering device brings no hold', async () => {
  const { person } = await withFactors();
  expect(await findHold(world.deps.db.kysely, person.personId)).toBeUndefined();
});

test.each(['a day later', 'on another device'])(
  'setting up a factor %s holds new addresses for a day',
  async (when) => {
    const target = newTarget();
    let person = await world.registerPerson({ target });
    if (when === 'a day later') {
      world.clock.advance(86_400_000);
    } else {
      const result = await login(world.deps, {
        target,
        password: goodPassword,
        language: null,
        origin: newOrigin(),
        deviceToken: null,
        formerSessionId: undefined,
      });
      if (result.step !== 'second-factor') throw new Error('a second step was expected');
      const code = await world.readCode(target);
      person = {
        ...(await finishLogin(world.deps, {
          loginId: result.loginId,
          given: { code },
          origin: newOrigin(),
          formerSessionId: undefined,
        })),
        target,
      };
    }
    await world.setUpTradePassword(person);
    const hold = await findHold(world.deps.db.kysely, person.personId);
    expect(hold?.reason).toBe('factor-changed');
    const { rows } = await world.database.db.pool.query<{ hours: string }>(
      'SELECT round(extract(epoch FROM until - started_at) / 3600) AS hours FROM sending_holds WHERE person_id = $1',
      [person.personId],
    );
    expect(Number(rows[0]?.hours)).toBe(24);
    await world.database.db.pool.query(
      "UPDATE sending_holds SET until = now() - interval '1 second', started_at = now() - interval '1 day'",
    );
    expect(await findHold(world.deps.db.kysely, person.personId)).toBeUndefined();
  },
);
