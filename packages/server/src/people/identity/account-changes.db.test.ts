import type { FactorPurpose } from '@tern/contracts/routes/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSecurityEvents } from '../accounts/list-security-events.ts';
import { beginAuthenticator } from '../factors/begin-authenticator.ts';
import { changeTradePassword } from '../factors/change-trade-password.ts';
import { confirmAuthenticator } from '../factors/confirm-authenticator.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { authorizeTransfer } from '../factors/testing/authorize-transfer.ts';
import { unbindAuthenticator } from '../factors/unbind-authenticator.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { endOneSession } from '../sessions/end-one-session.ts';
import { readSession } from '../sessions/read-session.ts';
import { changeLoginPassword } from '../sign-in/change-login-password.ts';
import { finishLogin } from '../sign-in/finish-login.ts';
import { login } from '../sign-in/login.ts';
import { getAccount } from './get-account.ts';
import {
  goodPassword,
  goodTradePassword,
  homeOrigin,
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from './testing/identity-world.ts';
import { outcome } from './testing/outcome.ts';

const otherPassword = 'copper-lantern-47-field';
const otherTradePassword = '846205';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100, codeLifetimeMs: 3_600_000 });
});
afterAll(() => world.database.drop());

type Protected = { readonly person: Registered; readonly secret: string; readonly recoveryCodes: readonly string[] };

async function withFactors(): Promise<Protected> {
  const person = await world.registerPerson();
  world.clock.advance(1000);
  await world.setUpTradePassword(person);
  world.clock.advance(1000);
  const { bindingId, secret } = await beginAuthenticator(world.deps, await world.prove(person, 'bind-authenticator'));
  const code = await world.authenticatorCode(secret);
  const input = { session: person, bindingId, code, origin: homeOrigin };
  const recoveryCodes = await confirmAuthenticator(world.deps, input);
  world.clock.advance(60_000);
  return { person, secret, recoveryCodes };
}

const authenticator = async (secret: string, steps = 0) =>
  ({ kind: 'authenticator', code: await world.authenticatorCode(secret, steps) }) as const;
const prove = async (person: Registered, purpose: FactorPurpose) => {
  world.clock.advance(60_000);
  return world.prove(person, purpose);
};

async function signIn({ person, secret }: Protected): Promise<Registered> {
  world.clock.advance(30_000);
  const begun = await login(world.deps, {
    target: person.target,
    password: goodPassword,
    language: null,
    origin: newOrigin(),
    deviceToken: null,
    formerSessionId: undefined,
  });
  if (begun.step !== 'second-factor') throw new Error('a second step was expected');
  const code = await world.authenticatorCode(secret);
  const input = { loginId: begun.loginId, given: { code }, origin: newOrigin(), formerSessionId: undefined };
  return { ...(await finishLogin(world.deps, input)), target: person.target };
}

type Change = {
  readonly name: string;
  readonly purpose: FactorPurpose;
  readonly run: (input: Awaited<ReturnType<typeof prove>> & { readonly factor: Factor }) => Promise<unknown>;
};
type Factor = Parameters<typeof unbindAuthenticator>[1]['factor'];

const changes: readonly Change[] = [
  {
    name: 'the login password',
    purpose: 'change-login-password',
    run: (input) => changeLoginPassword(world.deps, { ...input, password: otherPassword }),
  },
  {
    name: 'the trade password',
    purpose: 'change-trade-password',
    run: (input) => changeTradePassword(world.deps, { ...input, tradePassword: otherTradePassword }),
  },
  {
    name: 'another authenticator',
    purpose: 'bind-authenticator',
    run: (input) => beginAuthenticator(world.deps, input),
  },
  {
    name: 'no authenticator any more',
    purpose: 'unbind-authenticator',
    run: (input) => unbindAuthenticator(world.deps, input),
  },
  {
    name: 'new recovery codes',
    purpose: 'renew-recovery-codes',
    run: (input) => renewRecoveryCodes(world.deps, input),
  },
];

test.each(changes)('A09 $name: login password, fresh code and present factor are all needed', async (change) => {
  const { person, secret } = await withFactors();
  const right = await prove(person, change.purpose);
  const elsewhere = await prove(
    person,
    change.purpose === 'bind-authenticator' ? 'unbind-authenticator' : 'bind-authenticator',
  );
  const factor = await authenticator(secret);
  const refused = async (input: object) => outcome(change.run({ ...right, factor, ...input }));
  expect(await refused({ loginPassword: 'not it' })).toBe('LOGIN_PASSWORD_WRONG');
  expect(await refused({ challengeId: elsewhere.challengeId, code: elsewhere.code })).toBe('CODE_WRONG');
  expect(await refused({ session: await world.registerPerson() })).not.toBe('right');
  expect(await refused({ factor: undefined })).toMatch(/^(PRESENT_FACTOR_REQUIRED|AUTHENTICATOR_ALREADY_BOUND)$/);
  expect(await refused({ factor: await authenticator(secret, 100) })).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await refused({ factor: { kind: 'recovery-code', code: 'AAAA-BBBB-CCCC-DDDD' } })).toBe('RECOVERY_CODE_WRONG');
  const renewed = await prove(person, change.purpose);
  const fresh = { ...renewed, factor: await authenticator(secret) };
  expect(await outcome(change.run(fresh))).toBe('right');
});

test.each(changes.filter(({ purpose }) => purpose !== 'bind-authenticator'))(
  'A09 $name: a recovery code stands in for the authenticator, once',
  async (change) => {
    const { person, recoveryCodes } = await withFactors();
    const code = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const factor = { kind: 'recovery-code', code } as const;
    expect(await outcome(change.run({ ...(await prove(person, change.purpose)), factor }))).toBe('right');
    const again = await outcome(
      change.run({ ...(await prove(person, change.purpose)), factor, loginPassword: goodPassword }),
    );
    expect(again).not.toBe('right');
  },
);

test('A09 of 20 parallel uses of one recovery code one counts', async () => {
  const { person, recoveryCodes } = await withFactors();
  const factor = { kind: 'recovery-code', code: recoveryCodes[3] ?? '' } as const;
  const proofs: Awaited<ReturnType<typeof prove>>[] = [];
  for (let round = 0; round < 20; round += 1) proofs.push(await prove(person, 'renew-recovery-codes'));
  const answers = await Promise.all(
    proofs.map((proof) => outcome(renewRecoveryCodes(world.deps, { ...proof, factor }))),
  );
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
});

test('A09 of seven wrong recovery codes four are told wrong, the fifth locks, and the lock touches no transfer', async () => {
  const { person, secret, recoveryCodes } = await withFactors();
  const wrong = { kind: 'recovery-code', code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' } as const;
  const answers: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    const proof = await prove(person, 'unbind-authenticator');
    answers.push(await outcome(unbindAuthenticator(world.deps, { ...proof, factor: wrong })));
  }
  expect(answers).toEqual([
    ...Array.from({ length: 4 }, () => 'RECOVERY_CODE_WRONG'),
    ...Array.from({ length: 3 }, () => 'FACTORS_LOCKED'),
  ]);
  const right = { kind: 'recovery-code', code: recoveryCodes[0] ?? '' } as const;
  const late = await prove(person, 'unbind-authenticator');
  expect(await outcome(unbindAuthenticator(world.deps, { ...late, factor: right }))).toBe('FACTORS_LOCKED');
  const transfer = { personId: person.personId, tradePassword: goodTradePassword, action: 'draft hash' };
  const authenticatorCode = await world.authenticatorCode(secret);
  expect(await outcome(authorizeTransfer(world.deps, { ...transfer, authenticatorCode }))).toBe('right');
});

test('A07 a change ends all other sessions, forgets other devices, and holds transfers to new addresses for a day', async () => {
  const home = await withFactors();
  const elsewhere = await signIn(home);
  expect(await readSession(world.deps, elsewhere.token)).not.toBeNull();
  const proof = await prove(home.person, 'change-login-password');
  const factor = await authenticator(home.secret);
  await changeLoginPassword(world.deps, { ...proof, factor, password: otherPassword });
  expect(await readSession(world.deps, elsewhere.token)).toBeNull();
  expect(await readSession(world.deps, home.person.token)).not.toBeNull();
  const hold = await findHold(world.deps.db.kysely, home.person.personId);
  expect(hold?.reason).toBe('factor-changed');
  const signInWith = (password: string) =>
    login(world.deps, {
      target: home.person.target,
      password,
      language: null,
      origin: newOrigin(),
      deviceToken: elsewhere.deviceToken ?? null,
      formerSessionId: undefined,
    });
  expect(await outcome(signInWith(goodPassword))).toBe('CREDENTIALS_WRONG');
  // A remembered device would be in without it.
  expect(await signInWith(otherPassword)).toMatchObject({ step: 'second-factor' });
});

test('A09 the present authenticator counts until a code of the new one is right, and not a moment longer', async () => {
  const { person, secret, recoveryCodes } = await withFactors();
  const proof = await prove(person, 'bind-authenticator');
  const begun = await beginAuthenticator(world.deps, { ...proof, factor: await authenticator(secret) });
  const transfer = (code: string) =>
    outcome(
      authorizeTransfer(world.deps, {
        personId: person.personId,
        tradePassword: goodTradePassword,
        authenticatorCode: code,
        action: 'draft hash',
      }),
    );
  world.clock.advance(30_000);
  expect(await transfer(await world.authenticatorCode(begun.secret))).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await transfer(await world.authenticatorCode(secret))).toBe('right');
  const code = await world.authenticatorCode(begun.secret);
  const confirm = { session: person, bindingId: begun.bindingId, code, origin: homeOrigin };
  const codes = await confirmAuthenticator(world.deps, confirm);
  expect(codes).not.toEqual(expect.arrayContaining([...recoveryCodes]));
  world.clock.advance(30_000);
  expect(await transfer(await world.authenticatorCode(secret))).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await transfer(await world.authenticatorCode(begun.secret))).toBe('right');
  expect((await findHold(world.deps.db.kysely, person.personId))?.reason).toBe('factor-changed');
});

test('A09 a set-up that was begun before an authenticator was bound cannot replace it', async () => {
  const person = await world.registerPerson();
  const early = await beginAuthenticator(world.deps, await prove(person, 'bind-authenticator'));
  world.clock.advance(60_000);
  await world.bindAuthenticator(person);
  const code = await world.authenticatorCode(early.secret);
  const confirm = { session: person, bindingId: early.bindingId, code, origin: homeOrigin };
  expect(await outcome(confirmAuthenticator(world.deps, confirm))).toBe('AUTHENTICATOR_ALREADY_BOUND');
});

test('the trade password: the present one changes it, with an authenticator or without, and one forgotten before an authenticator was bound needs none', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const change = async (tradePassword: string, factor?: Factor) =>
    outcome(
      changeTradePassword(world.deps, { ...(await prove(person, 'change-trade-password')), tradePassword, factor }),
    );
  expect(await change(otherTradePassword, { kind: 'trade-password', tradePassword: '111222' })).toBe(
    'TRADE_PASSWORD_WRONG',
  );
  expect(await change('123456', { kind: 'trade-password', tradePassword: goodTradePassword })).toBe(
    'TRADE_PASSWORD_WEAK',
  );
  expect(await change(otherTradePassword, { kind: 'trade-password', tradePassword: goodTradePassword })).toBe('right');
  expect(await change(goodTradePassword)).toBe('right');
  await world.bindAuthenticator(person);
  expect(await change(otherTradePassword)).toBe('PRESENT_FACTOR_REQUIRED');
  expect(await change(otherTradePassword, { kind: 'trade-password', tradePassword: goodTradePassword })).toBe('right');
});

test('without an authenticator nothing is sent until another one is bound', async () => {
  const { person, secret } = await withFactors();
  const proof = await prove(person, 'unbind-authenticator');
  await unbindAuthenticator(world.deps, { ...proof, factor: await authenticator(secret) });
  const { factors } = await getAccount(world.deps, person.personId);
  expect(factors).toEqual({ tradePassword: true, authenticator: false, recoveryCodesLeft: 0, passkeys: 0 });
  const transfer = { personId: person.personId, tradePassword: goodTradePassword, action: 'draft hash' };
  const code = await world.authenticatorCode(secret);
  expect(await outcome(authorizeTransfer(world.deps, { ...transfer, authenticatorCode: code }))).toBe(
    'AUTHENTICATOR_NOT_BOUND',
  );
});

test('A19 every change is noted once and told once on every channel, and the history shows it', async () => {
  const { person, secret } = await withFactors();
  for (const change of changes.filter(
    ({ purpose }) => purpose === 'renew-recovery-codes' || purpose === 'change-trade-password',
  )) {
    const proof = await prove(person, change.purpose);
    await change.run({ ...proof, factor: await authenticator(secret) });
  }
  const { events, nextCursor } = await listSecurityEvents(world.deps.db.kysely, {
    personId: person.personId,
    cursor: undefined,
  });
  expect(nextCursor).toBeNull();
  expect(events.map(({ kind }) => kind)).toEqual([
    'recovery-codes-renewed',
    'trade-password-changed',
    'authenticator-bound',
    'trade-password-set',
    'registered',
  ]);
  const { rows } = await world.database.db.pool.query<{ template: string }>(
    `SELECT template FROM outbox WHERE recipient = $1 AND template LIKE 'notice-%' ORDER BY created_at DESC LIMIT 2`,
    [person.target.kind === 'email' ? person.target.email : ''],
  );
  expect(rows.map(({ template }) => template)).toEqual([
    'notice-recovery-codes-renewed',
    'notice-trade-password-changed',
  ]);
});

test('M08 one other session can be ended, and only an own one', async () => {
  const home = await withFactors();
  const elsewhere = await signIn(home);
  const stranger = await world.registerPerson();
  const end = (session: Registered) =>
    outcome(endOneSession(world.deps, { session, sessionId: elsewhere.sessionId, origin: homeOrigin }));
  expect(await end(stranger)).toBe('NOT_FOUND');
  expect(await readSession(world.deps, elsewhere.token)).not.toBeNull();
  expect(await end(home.person)).toBe('right');
  expect(await readSession(world.deps, elsewhere.token)).toBeNull();
  expect(await end(home.person)).toBe('NOT_FOUND');
});

test('A10 a recovery code takes the place of a lost authenticator at sign-in, once, and leaves it bound', async () => {
  const { person, recoveryCodes } = await withFactors();
  const enter = async (recoveryCode: string) => {
    const begun = await login(world.deps, {
      target: person.target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: null,
      formerSessionId: undefined,
    });
    if (begun.step !== 'second-factor') throw new Error('a second step was expected');
    const input = { loginId: begun.loginId, given: { recoveryCode }, origin: newOrigin(), formerSessionId: undefined };
    return outcome(finishLogin(world.deps, input));
  };
  expect(await enter('AAAA-BBBB-CCCC-DDDD')).toBe('RECOVERY_CODE_WRONG');
  expect(await enter(recoveryCodes[0] ?? '')).toBe('right');
  expect(await enter(recoveryCodes[0] ?? '')).toBe('RECOVERY_CODE_WRONG');
  const { factors } = await getAccount(world.deps, person.personId);
  expect([factors.authenticator, factors.recoveryCodesLeft]).toEqual([true, 9]);
});
