import type { TargetInput } from '@tern/contracts/fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeContact } from '../accounts/contact.ts';
import { getAccount } from '../identity/get-account.ts';
import {
  goodPassword,
  homeOrigin,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { readStopLink } from '../identity/testing/read-stop-link.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { readSession } from '../sessions/read-session.ts';
import { login } from '../sign-in/login.ts';
import { changeContact } from './change-contact.ts';
import { sendContactCodes } from './send-contact-codes.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100 });
});
afterAll(() => world.database.drop());

/** Everything the change asks for, with codes as both owners would read them. */
async function proofs(person: Registered, target: TargetInput, present = person.target) {
  world.clock.advance(60_000);
  const sent = await sendContactCodes(world.deps, { session: person, target });
  return {
    session: person,
    target,
    loginPassword: goodPassword,
    challengeId: sent.present.challengeId,
    code: await world.readCode(present),
    newChallengeId: sent.fresh.challengeId,
    newCode: await world.readCode(target),
    origin: homeOrigin,
  };
}

const signIn = (target: TargetInput) =>
  outcome(
    login(world.deps, {
      target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: null,
      formerSessionId: undefined,
    }),
  );

const noticesTo = async (target: TargetInput): Promise<number> => {
  const { rows } = await world.database.db.pool.query(
    `SELECT 1 FROM outbox WHERE recipient = $1 AND template = 'notice-contact-changed'`,
    [normalizeContact(target).value],
  );
  return rows.length;
};

test('A14 another e-mail takes login password, codes from the old and the new one, and the bound authenticator', async () => {
  const person = await world.registerPerson();
  const secret = await world.bindAuthenticator(person);
  const target = newTarget();
  const right = await proofs(person, target);
  const factor = { kind: 'authenticator', code: await world.authenticatorCode(secret) } as const;
  const refused = (change: object) => outcome(changeContact(world.deps, { ...right, factor, ...change }));
  expect(await refused({ loginPassword: 'not it' })).toBe('LOGIN_PASSWORD_WRONG');
  expect(await refused({ challengeId: right.newChallengeId, code: right.newCode })).toBe('CODE_WRONG');
  expect(await refused({ newChallengeId: right.challengeId, newCode: right.code })).toBe('CODE_WRONG');
  expect(await refused({ factor: undefined })).toBe('PRESENT_FACTOR_REQUIRED');
  expect(await refused({ factor: { kind: 'trade-password', tradePassword: '739461' } })).toBe(
    'PRESENT_FACTOR_REQUIRED',
  );
  expect(await refused({ target: newTarget() })).toBe('CODE_WRONG');
  expect(await signIn(target)).toBe('CREDENTIALS_WRONG');
  expect(await refused({})).toBe('right');
  expect(await refused({})).toBe('CONTACT_UNCHANGED');
});

test('A14 old and new contact are told, other devices are out, new addresses wait a day, and the new one signs in', async () => {
  const person = await world.registerPerson();
  const elsewhere = await world.registerPerson();
  const target = newTarget();
  const right = await proofs(person, target);
  await changeContact(world.deps, right);
  expect([await noticesTo(person.target), await noticesTo(target)]).toEqual([1, 1]);
  expect((await findHold(world.deps.db.kysely, person.personId))?.reason).toBe('factor-changed');
  expect(await readSession(world.deps, person.token)).not.toBeNull();
  expect(await readSession(world.deps, elsewhere.token)).not.toBeNull();
  expect([await signIn(person.target), await signIn(target)]).toEqual(['CREDENTIALS_WRONG', 'right']);
});

test('A14 the link in the notice to the old contact gives it back and signs everybody out; meanwhile nobody else gets it', async () => {
  const person = await world.registerPerson();
  const target = newTarget();
  await changeContact(world.deps, await proofs(person, target));
  expect(await outcome(world.registerPerson({ target: person.target }))).toBe('ACCOUNT_TAKEN');
  const other = await world.registerPerson();
  expect(await outcome(changeContact(world.deps, await proofs(other, person.target)))).toBe('ACCOUNT_TAKEN');
  const token = await readStopLink(world, person.target);
  await stopChange(world.deps, { token, origin: newOrigin() });
  expect(await readSession(world.deps, person.token)).toBeNull();
  expect([await signIn(person.target), await signIn(target)]).toEqual(['right', 'CREDENTIALS_WRONG']);
  const { contacts } = await getAccount(world.deps, person.personId);
  expect(contacts).toHaveLength(1);
});

test('A05 A14 the code of a new contact is good for one change to it', async () => {
  const person = await world.registerPerson();
  const [first, second] = [newTarget(), newTarget()];
  const right = await proofs(person, first);
  await changeContact(world.deps, right);
  await changeContact(world.deps, await proofs(person, second, first));
  const { newChallengeId, newCode } = right;
  const again = { ...(await proofs(person, first, second)), newChallengeId, newCode };
  expect(await outcome(changeContact(world.deps, again))).toBe('CODE_WRONG');
});

test('A14 a second contact is added beside the main one, and taken back with its link', async () => {
  const person = await world.registerPerson();
  const phone = newTarget('phone');
  await changeContact(world.deps, await proofs(person, phone));
  expect((await getAccount(world.deps, person.personId)).contacts.map(({ kind }) => kind)).toEqual(['email', 'phone']);
  const other = newTarget('phone');
  await changeContact(world.deps, await proofs(person, other, phone));
  expect((await getAccount(world.deps, person.personId)).account.kind).toBe('email');
  await stopChange(world.deps, { token: await readStopLink(world, person.target), origin: newOrigin() });
  expect((await getAccount(world.deps, person.personId)).contacts.map(({ kind }) => kind)).toEqual(['email']);
  expect(await signIn(other)).toBe('CREDENTIALS_WRONG');
});

test('A04 whether somebody has the new contact is told only to who has proven it', async () => {
  const [person, owner] = [await world.registerPerson(), await world.registerPerson()];
  const free = newTarget();
  world.clock.advance(60_000);
  const send = (target: TargetInput) =>
    sendContactCodes(world.deps, { session: person, target }).then(({ fresh }) => Object.keys(fresh));
  const known = await send(owner.target);
  world.clock.advance(60_000);
  expect(await send(free)).toEqual(known);
  const taken = await proofs(person, owner.target);
  expect(await outcome(changeContact(world.deps, { ...taken, newCode: '000000' }))).toBe('CODE_WRONG');
  expect(await outcome(changeContact(world.deps, taken))).toBe('ACCOUNT_TAKEN');
});

test('A14 of two people with the same new contact at the same moment one gets it', async () => {
  const people = [await world.registerPerson(), await world.registerPerson(), await world.registerPerson()];
  const target = newTarget();
  const all = [];
  for (const person of people) all.push(await proofs(person, target));
  const answers = await Promise.all(all.map((right) => outcome(changeContact(world.deps, right))));
  expect(answers.toSorted()).toEqual(['ACCOUNT_TAKEN', 'ACCOUNT_TAKEN', 'right']);
});
