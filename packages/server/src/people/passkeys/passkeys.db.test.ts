import { softwarePasskey, type PasskeyChanges } from '@tern/testkit/software-passkey';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccount } from '../identity/get-account.ts';
import {
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { readStopLink } from '../identity/testing/read-stop-link.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { readSession } from '../sessions/read-session.ts';
import { beginPasskeyLogin } from '../sign-in/begin-passkey-login.ts';
import { logInByPasskey, type PasskeyAnswer } from '../sign-in/log-in-by-passkey.ts';
import { addPasskey } from './add-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100 });
});
afterAll(() => world.database.drop());

const publicUrl = 'https://wallet.test';

async function begin(person: Registered) {
  world.clock.advance(60_000);
  return beginPasskey(world.deps, await world.prove(person, 'add-passkey'));
}

async function withPasskey(person?: Registered) {
  const owner = person ?? (await world.registerPerson());
  const passkey = softwarePasskey(publicUrl);
  const { ceremonyId, challenge } = await begin(owner);
  await addPasskey(world.deps, {
    session: owner,
    ceremonyId,
    name: 'My phone',
    passkey: passkey.make(challenge),
    origin: newOrigin(),
  });
  return { owner, passkey };
}

const answer = (ceremonyId: string, passkey: PasskeyAnswer, deviceToken: string | null = null) =>
  logInByPasskey(world.deps, { ceremonyId, passkey, origin: newOrigin(), deviceToken, formerSessionId: undefined });

test('A15 a passkey signs in alone, names its owner by itself, and a remembered device stays the same device', async () => {
  const { owner, passkey } = await withPasskey();
  const first = await beginPasskeyLogin(world.deps, newOrigin());
  expect(first.relyingPartyId).toBe('wallet.test');
  const session = await answer(first.ceremonyId, passkey.use(first.challenge));
  expect(session.personId).toBe(owner.personId);
  expect(await readSession(world.deps, session.token)).not.toBeNull();
  expect(session.deviceToken).toBeDefined();
  const second = await beginPasskeyLogin(world.deps, newOrigin());
  const again = await answer(second.ceremonyId, passkey.use(second.challenge), session.deviceToken ?? null);
  expect(again.deviceToken).toBeUndefined();
  expect(again.deviceId).toBe(session.deviceId);
});

test.each<readonly [string, PasskeyChanges]>([
  ['another address', { origin: 'https://wallet.test.evil.example' }],
  ['another relying party', { relyingParty: 'evil.example' }],
  ['an answer to making one', { type: 'webauthn.create' }],
  ['a person who was not verified', { verified: false }],
  ['a counter that went back', { signCount: 0 }],
])('A15 %s signs nobody in', async (_, changes) => {
  const { passkey } = await withPasskey();
  const used = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(used.ceremonyId, passkey.use(used.challenge)))).toBe('right');
  const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(ceremonyId, passkey.use(challenge, changes)))).toBe('PASSKEY_REFUSED');
});

test('A05 one challenge takes one answer, for its own purpose, in its time', async () => {
  const { owner, passkey } = await withPasskey();
  const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => outcome(answer(ceremonyId, passkey.use(challenge)))),
  );
  expect(answers.filter((each) => each === 'right')).toHaveLength(1);
  const foreign = softwarePasskey(publicUrl);
  const other = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(other.ceremonyId, foreign.use(other.challenge)))).toBe('PASSKEY_REFUSED');
  expect(await outcome(answer(other.ceremonyId, passkey.use(other.challenge)))).toBe('PASSKEY_REFUSED');
  const making = await begin(owner);
  expect(await outcome(answer(making.ceremonyId, passkey.use(making.challenge)))).toBe('PASSKEY_REFUSED');
  const late = await beginPasskeyLogin(world.deps, newOrigin());
  world.clock.advance(300_001);
  expect(await outcome(answer(late.ceremonyId, passkey.use(late.challenge)))).toBe('PASSKEY_REFUSED');
});

test('A09 adding one asks for login password, fresh code and the bound authenticator', async () => {
  const person = await world.registerPerson();
  const secret = await world.bindAuthenticator(person);
  world.clock.advance(60_000);
  const right = await world.prove(person, 'add-passkey');
  const factor = { kind: 'authenticator', code: await world.authenticatorCode(secret) } as const;
  expect(await outcome(beginPasskey(world.deps, { ...right, factor, loginPassword: 'not it' }))).toBe(
    'LOGIN_PASSWORD_WRONG',
  );
  expect(await outcome(beginPasskey(world.deps, { ...right, factor, code: '000000' }))).toBe('CODE_WRONG');
  expect(await outcome(beginPasskey(world.deps, right))).toBe('PRESENT_FACTOR_REQUIRED');
  const stranger = await world.registerPerson();
  const begun = await beginPasskey(world.deps, { ...right, factor });
  const passkey = softwarePasskey(publicUrl).make(begun.challenge);
  const add = (session: Registered, ceremonyId: string) =>
    outcome(addPasskey(world.deps, { session, ceremonyId, name: '', passkey, origin: newOrigin() }));
  expect(await add(stranger, begun.ceremonyId)).toBe('PASSKEY_REFUSED');
  expect(await add(person, begun.ceremonyId)).toBe('right');
  expect(await add(person, begun.ceremonyId)).toBe('PASSKEY_REFUSED');
  const [added] = await listPasskeys(world.deps.db.kysely, person.personId);
  expect(added?.name).toBe('Unknown browser');
});

test('A09 a passkey that was made elsewhere, unverified, or is registered already is not added', async () => {
  const person = await world.registerPerson();
  const passkey = softwarePasskey(publicUrl);
  const add = async (changes: PasskeyChanges) => {
    const { ceremonyId, challenge } = await begin(person);
    const made = passkey.make(challenge, changes);
    return outcome(
      addPasskey(world.deps, { session: person, ceremonyId, name: 'Key', passkey: made, origin: newOrigin() }),
    );
  };
  expect(await add({ origin: 'https://evil.example' })).toBe('PASSKEY_REFUSED');
  expect(await add({ relyingParty: 'evil.example' })).toBe('PASSKEY_REFUSED');
  expect(await add({ verified: false })).toBe('PASSKEY_REFUSED');
  expect(await add({})).toBe('right');
  expect(await add({})).toBe('PASSKEY_KNOWN');
});

test('M08 a passkey is renamed and removed by its owner alone; whoever came in by it is signed out', async () => {
  const { owner, passkey } = await withPasskey();
  const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
  const session = await answer(ceremonyId, passkey.use(challenge));
  const [listed] = await listPasskeys(world.deps.db.kysely, owner.personId);
  const passkeyId = listed?.id ?? '';
  const stranger = await world.registerPerson();
  const rename = (session: Registered, name: string) =>
    outcome(renamePasskey(world.deps.db, { session, passkeyId, name }));
  expect(await rename(stranger, 'Mine')).toBe('NOT_FOUND');
  expect(await rename(owner, ' Desk \u202E key ')).toBe('right');
  const remove = async (person: Registered) => {
    world.clock.advance(60_000);
    const proof = await world.prove(person, 'remove-passkey');
    return outcome(removePasskey(world.deps, { ...proof, passkeyId }));
  };
  expect(await remove(stranger)).toBe('NOT_FOUND');
  expect((await listPasskeys(world.deps.db.kysely, owner.personId)).map(({ name }) => name)).toEqual(['Desk key']);
  expect(await remove(owner)).toBe('right');
  expect(await readSession(world.deps, session.token)).toBeNull();
  expect((await getAccount(world.deps, owner.personId)).factors.passkeys).toBe(0);
  const after = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(after.ceremonyId, passkey.use(after.challenge)))).toBe('PASSKEY_REFUSED');
});

test('A10 the link in the notice removes a passkey that somebody else added', async () => {
  const { owner, passkey } = await withPasskey();
  const link = await readStopLink(world, owner.target);
  await stopChange(world.deps, { token: link, origin: newOrigin() });
  const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(ceremonyId, passkey.use(challenge)))).toBe('PASSKEY_REFUSED');
  expect((await findHold(world.deps.db.kysely, owner.personId))?.reason).toBe('objected');
});

test('A07 a disabled person’s passkey opens nothing', async () => {
  const { owner, passkey } = await withPasskey();
  await world.database.db.pool.query(`UPDATE people SET state = 'disabled' WHERE id = $1`, [owner.personId]);
  const { ceremonyId, challenge } = await beginPasskeyLogin(world.deps, newOrigin());
  expect(await outcome(answer(ceremonyId, passkey.use(challenge)))).toBe('PASSKEY_REFUSED');
});

test('an account has ten passkeys at most', async () => {
  const { owner } = await withPasskey();
  for (let more = 0; more < 9; more += 1) await withPasskey(owner);
  expect(await outcome(begin(owner))).toBe('PASSKEYS_FULL');
});
