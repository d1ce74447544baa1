import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import {
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { codeOf } from '../identity/testing/outcome.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { readSession } from '../sessions/read-session.ts';
import { recover } from './recover.ts';
import { stopChange } from './stop-change.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const stop = (token: string) => stopChange(world.deps, { token, origin: newOrigin() }).then(() => 'right', codeOf);

/** The link of the newest notice that came to the person, as they would read it. */
async function readLink(person: Registered): Promise<string> {
  const row = await world.database.db.kysely
    .selectFrom('outbox')
    .select(['id', 'values_sealed'])
    .where('recipient', '=', person.target.kind === 'email' ? person.target.email : '')
    .where('template', 'like', 'notice-%')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const values = world.deps.keys.outboxBox.open(row.values_sealed ?? Buffer.alloc(0), row.id);
  return (JSON.parse(values) as { link: string }).link;
}
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

test('A14 the notice of a change holds a link that signs everybody out and holds new addresses for a week, once', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const link = await readLink(person);
  expect(link).toMatch(/^https:\/\/wallet\.test\/pages\/login\/stop\?token=[\w-]{43}$/);
  expect(await stop(tokenOf(link))).toBe('right');
  expect(await readSession(world.deps, person.token)).toBeNull();
  const hold = await findHold(world.deps.db.kysely, person.personId);
  expect(hold?.reason).toBe('objected');
  const days = ((hold?.until.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(await stop(tokenOf(link))).toBe('STOP_LINK_OVER');
});

test('A10 whoever took an account over by its mailbox is stopped by the link in its own message', async () => {
  const person = await world.registerPerson();
  const { challengeId } = await sendWayBackCode(world.deps, {
    purpose: 'recover',
    target: person.target,
    language: null,
    ip: newOrigin().ip,
  });
  const code = await world.readCode(person.target);
  await recover(world.deps, {
    target: person.target,
    challengeId,
    code,
    password: 'copper-lantern-47-field',
    origin: newOrigin(),
  });
  expect(await stop(tokenOf(await readLink(person)))).toBe('right');
  expect((await findHold(world.deps.db.kysely, person.personId))?.reason).toBe('objected');
});

test('a link is over after a week, and one nobody sent does nothing', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const token = tokenOf(await readLink(person));
  expect(await stop('A'.repeat(43))).toBe('STOP_LINK_OVER');
  world.clock.advance(7 * 86_400_000);
  expect(await stop(token)).toBe('STOP_LINK_OVER');
  expect(await findHold(world.deps.db.kysely, person.personId)).toBeUndefined();
});

test('the database keeps no token', async () => {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const token = tokenOf(await readLink(person));
  const { rows } = await world.database.db.pool.query<{ line: string }>('SELECT s::text AS line FROM security_stops s');
  for (const { line } of rows) {
    expect(line).not.toContain(token);
    expect(line).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  }
});
