import { problem } from '@tern/contracts/problem';
import { shownVersions } from '@tern/contracts/shown-versions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRegisterCode } from '../codes/send-register-code.ts';
import { getAccount } from '../identity/get-account.ts';
import {
  goodPassword,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
} from '../identity/testing/identity-world.ts';
import { register, type RegisterInput } from './register.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const begin = async (target = newTarget()): Promise<RegisterInput> => {
  const { challengeId } = await sendRegisterCode(world.deps, { target, language: null, ip: newOrigin().ip });
  const code = await world.readCode(target);
  return {
    target,
    challengeId,
    code,
    password: goodPassword,
    inviteCode: undefined,
    accepted: shownVersions,
    language: 'de',
    origin: newOrigin(),
    formerSessionId: undefined,
  };
};

const countRows = async (): Promise<Record<string, number>> => {
  const tables = ['people', 'contacts', 'credentials', 'devices', 'sessions', 'security_events'] as const;
  const { kysely } = world.database.db;
  const counts = await Promise.all(
    tables.map((table) =>
      kysely
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]?.n)]));
};

test('opens an account by phone and one by e-mail, signed in, with nothing set up yet', async () => {
  for (const kind of ['phone', 'email'] as const) {
    const person = await world.registerPerson({ target: newTarget(kind) });
    const account = await getAccount(world.deps, person.personId);
    expect(account).toMatchObject({
      account: { kind },
      activated: false,
      factors: { tradePassword: false, authenticator: false },
      factorsLockedUntil: null,
      hold: null,
      freeze: null,
    });
    expect(account.publicId).toMatch(/^[1-9]\d{7}$/);
    expect(account.inviteCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  }
});

test('binds an invite code once and refuses an unknown one without spending the code', async () => {
  const inviter = await world.registerPerson();
  const { inviteCode } = await getAccount(world.deps, inviter.personId);
  const input = await begin();
  await expect(register(world.deps, { ...input, inviteCode: 'ZZZZZZZZ' })).rejects.toMatchObject({
    code: 'INVITE_CODE_UNKNOWN',
  });
  const invited = await register(world.deps, {
    ...input,
    inviteCode: ` ${inviteCode.toLowerCase().slice(0, 4)}-${inviteCode.slice(4)} `,
  });
  const row = await world.database.db.kysely
    .selectFrom('people')
    .select('invited_by')
    .where('id', '=', invited.personId)
    .executeTakeFirstOrThrow();
  expect(row.invited_by).toBe(inviter.personId);
});

test('leaves nothing behind when another slice cannot give what it owes', async () => {
  const before = await countRows();
  const input = await begin();
  const poolEmpty = { ...world.deps, onRegistered: () => Promise.reject(problem('UNAVAILABLE')) };
  await expect(register(poolEmpty, input)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await countRows()).toEqual(before);
  await register(world.deps, input);
});

test('of ten parallel registrations of one phone, each with a right code, one succeeds', async () => {
  const target = newTarget('phone');
  const inputs: RegisterInput[] = [];
  for (let sent = 0; sent < 10; sent += 1) {
    inputs.push(await begin(target));
    world.clock.advance(20 * 60_000);
    await world.database.db.kysely
      .updateTable('challenges')
      .set({ expires_at: new Date(world.clock.nowMs() + 600_000) })
      .where('consumed_at', 'is', null)
      .execute();
  }
  const results = await Promise.allSettled(inputs.map((input) => register(world.deps, input)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => (reason as { code: string }).code);
  expect(new Set(refusals)).toEqual(new Set(['ACCOUNT_TAKEN']));
});

test('A04 a known and an unknown contact get the same answer until the code has proven who owns it', async () => {
  const { target } = await world.registerPerson();
  world.clock.advance(3_600_001);
  const known = await sendRegisterCode(world.deps, { target, language: null, ip: newOrigin().ip });
  const unknown = await sendRegisterCode(world.deps, { target: newTarget(), language: null, ip: newOrigin().ip });
  expect(Object.keys(known)).toEqual(Object.keys(unknown));
  expect(known.resendAfterSeconds).toBe(unknown.resendAfterSeconds);
  const input = { ...(await begin()), target, challengeId: known.challengeId };
  const code = await world.readCode(target);
  const wrong = code === '000000' ? '000001' : '000000';
  await expect(register(world.deps, { ...input, code: wrong })).rejects.toMatchObject({ code: 'CODE_WRONG' });
  await expect(register(world.deps, { ...input, code })).rejects.toMatchObject({ code: 'ACCOUNT_TAKEN' });
});

test.each([
  ['terms not ticked', { accepted: undefined }, 'TERMS_NOT_ACCEPTED'],
  ['a short password', { password: 'short' }, 'PASSWORD_TOO_SHORT'],
  ['a long password', { password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
  ['a common password', { password: 'Password123!' }, 'PASSWORD_TOO_COMMON'],
  ["the product's name as password", { password: 'testwallet2026' }, 'PASSWORD_TOO_COMMON'],
  [
    'a phone without area code',
    { target: { kind: 'phone', areaCode: '', number: '7700900123' } },
    'AREA_CODE_REQUIRED',
  ],
  ['a phone of three digits', { target: { kind: 'phone', areaCode: '44', number: '077' } }, 'PHONE_INVALID'],
  ['no e-mail address', { target: { kind: 'email', email: 'nobody' } }, 'EMAIL_INVALID'],
] as const)('refuses %s before looking at the code', async (_, change, code) => {
  const input = await begin();
  await expect(register(world.deps, { ...input, ...change })).rejects.toMatchObject({ code });
  const { tries } = await world.database.db.kysely
    .selectFrom('challenges')
    .select('tries')
    .where('id', '=', input.challengeId)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(0);
});
