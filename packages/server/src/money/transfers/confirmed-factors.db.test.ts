import { randomBytes, randomUUID } from 'node:crypto';
import { manualClock, systemClock } from '@tern/base/clock';
import type { DraftId } from '@tern/base/ids';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityKeys, passwordHasher, tradePasswordCost } from '../../people/accounts/public.ts';
import { openFactorLanes } from '../../people/factors/public.ts';
import { giveFactors } from '../../people/factors/testing/give-factors.ts';
import { outcome } from '../../people/identity/testing/outcome.ts';
import { confirmDraft } from './confirm-draft.ts';
import { openConfirmationLanes, type ConfirmationLanes } from './confirmation-lanes.ts';
import type { SendingDeps } from './deps.ts';
import { createSendingWorld, willingFactors, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

// Goal: the factors of a confirmation count exactly once, whatever becomes of the confirmation. Method: real factors over real
// drafts, confirmed together, refused, broken off before their commit, and confirmed again.
const tradePassword = '481952';
const clock = manualClock(systemClock.now());
let world: SendingWorld;
let deps: SendingDeps;
let lanes: ConfirmationLanes;
let hash: string;
const keys = identityKeys({ sessionKeys: [randomBytes(32)], factorKeys: [randomBytes(32)] });
const hasher = passwordHasher({ pepper: randomBytes(32), parallelMax: 2, waitingMax: 100 });
beforeAll(async () => {
  world = await createSendingWorld();
  const factors = openFactorLanes({ db: world.asApi, clock, hasher, keys });
  deps = { ...world.deps, factors: { ...willingFactors, ...factors } };
  lanes = openConfirmationLanes(deps);
  hash = await hasher.hash(tradePassword, (await world.person()).personId, tradePasswordCost);
});
afterAll(() => world.drop());

type Sender = TestPerson & { readonly secret: string };

async function sender(usdt = 100_000_000n): Promise<Sender> {
  const person = await world.person({ usdt });
  return { ...person, secret: await giveFactors(world.db, { keys }, { personId: person.personId, hash }) };
}

const codeOf = ({ secret }: Sender) => generate({ secret, epoch: Math.floor(clock.nowMs() / 1000) });

type Given = { readonly tradePassword?: string; readonly authenticatorCode?: string; readonly with?: SendingDeps };

/** Drafts and confirms, and says how that came out. */
async function send(from: Sender, to: TestPerson, { with: own = deps, ...given }: Given = {}): Promise<string> {
  const draft = await world.draft(from, { to: to.address, amount: '60' });
  const { id, hash: shown } = draft;
  const factors = { tradePassword, authenticatorCode: await codeOf(from), ...given };
  const input = { session: from, draftId: id as DraftId, hash: shown, idempotencyKey: randomUUID(), ...factors };
  return await outcome(confirmDraft(own, input, own === deps ? lanes : openConfirmationLanes(own)));
}

/** What is left behind of a person's tries: wrong ones, those under way, and what was authorised. */
async function traces({ personId }: TestPerson) {
  const { rows } = await sql<{ failures: number; pending: number; authorised: number }>`
    SELECT coalesce((SELECT failures FROM failure_counters WHERE key = ${`transfer:${personId}`}), 0) AS failures,
      (SELECT count(*)::int FROM pending_tries WHERE key = ${`transfer:${personId}`}) AS pending,
      (SELECT count(*)::int FROM security_events WHERE person_id = ${personId} AND kind = 'transfer-authorized') AS authorised`.execute(
    world.db.kysely,
  );
  return rows[0];
}

test('A08 A12 right and wrong factors in one set: who is right sends, who is wrong is counted', async () => {
  const receiver = await world.person();
  const people = await Promise.all(Array.from({ length: 6 }, () => sender()));
  const answers = await Promise.all(
    people.map((person, at) => send(person, receiver, at % 2 === 1 ? { tradePassword: '000000' } : {})),
  );
  expect(answers).toEqual(people.map((_each, at) => (at % 2 === 1 ? 'TRADE_PASSWORD_WRONG' : 'right')));
  for (const [at, person] of people.entries()) {
    const right = { failures: 0, pending: 0, authorised: 1 };
    expect(await traces(person)).toEqual(at % 2 === 1 ? { failures: 1, pending: 0, authorised: 0 } : right);
    expect(await world.balance(person)).toBe(at % 2 === 1 ? '100000000/0' : '40000000/0');
  }
});

test('A08 of two drafts confirmed at one moment with one code one is sent', async () => {
  const [receiver, person] = [await world.person(), await sender(200_000_000n)];
  const answers = await Promise.all([send(person, receiver), send(person, receiver)]);
  expect(answers.toSorted()).toEqual(['AUTHENTICATOR_CODE_USED', 'right']);
  expect(await traces(person)).toEqual({ failures: 0, pending: 0, authorised: 1 });
  expect(await world.balance(person)).toBe('140000000/0');
});

test('A08 a code counts as used where its confirmation is refused, and ends the row of wrong ones', async () => {
  const [receiver, person] = [await world.person(), await sender()];
  await send(person, receiver, { authenticatorCode: '000000' });
  const draft = await world.draft(person, { to: receiver.address, amount: '60' });
  expect(await send(person, receiver)).toBe('right');
  clock.advance(30_000);
  const input = { session: person, draftId: draft.id as DraftId, hash: draft.hash, tradePassword };
  const confirm = async () => {
    const authenticatorCode = await codeOf(person);
    return await outcome(confirmDraft(deps, { ...input, idempotencyKey: randomUUID(), authenticatorCode }, lanes));
  };
  expect(await confirm()).toBe('INSUFFICIENT_BALANCE');
  expect(await confirm()).toBe('AUTHENTICATOR_CODE_USED');
  expect(await traces(person)).toEqual({ failures: 0, pending: 0, authorised: 2 });
});

test('A08 a code counts as used where the transaction of its confirmation breaks off', async () => {
  const [receiver, person] = [await world.person(), await sender()];
  const breaking = {
    ...deps,
    factors: { ...deps.factors, findHolds: () => Promise.reject(new Error('the holds cannot be read')) },
  };
  expect(await send(person, receiver, { with: breaking })).toBe('Error: the holds cannot be read');
  expect(await traces(person)).toEqual({ failures: 0, pending: 0, authorised: 1 });
  expect(await send(person, receiver)).toBe('AUTHENTICATOR_CODE_USED');
  clock.advance(30_000);
  expect(await send(person, receiver)).toBe('right');
});

test('A18 a confirmation that finds the queue of the hashes full is given back, and the draft can be confirmed', async () => {
  const [receiver, person] = [await world.person(), await sender()];
  const full = passwordHasher({ pepper: randomBytes(32), parallelMax: 1, waitingMax: 0 });
  const busy = full.hash('keeps the only thread busy', person.personId);
  const own = {
    ...deps,
    factors: { ...deps.factors, ...openFactorLanes({ db: world.asApi, clock, hasher: full, keys }) },
  };
  expect(await send(person, receiver, { with: own })).toBe('UNAVAILABLE');
  await busy;
  expect(await traces(person)).toEqual({ failures: 0, pending: 0, authorised: 0 });
  expect(await send(person, receiver)).toBe('right');
});

test('a draft that is no longer what was shown uses up no try and no code', async () => {
  const [receiver, person] = [await world.person(), await sender()];
  const draft = await world.draft(person, { to: receiver.address, amount: '60' });
  const input = { session: person, draftId: draft.id as DraftId, idempotencyKey: randomUUID(), tradePassword };
  const changed = { ...input, hash: '00', authenticatorCode: await codeOf(person) };
  expect(await outcome(confirmDraft(deps, changed, lanes))).toBe('DRAFT_CHANGED');
  expect(await traces(person)).toEqual({ failures: 0, pending: 0, authorised: 0 });
  expect(await send(person, receiver)).toBe('right');
});
