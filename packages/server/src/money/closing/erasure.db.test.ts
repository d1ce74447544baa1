import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson } from '../../people/accounts/freeze-person.ts';
import { openIdentityWorld, type IdentityWorld } from '../../people/identity/testing/identity-world.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { closeDueAccounts } from './close-due-accounts.ts';
import { eraseOldClosings } from './erase-old-closings.ts';
import { erasedTables } from './erase-person.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const page = readFileSync(new URL('../../../../../docs/personal-data.md', import.meta.url), 'utf8');

/** The tables named below a heading of the page. */
function tablesBelow(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [rows = ''] = section.split('\n## ');
  return [...rows.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, table = '']) => table);
}
const erased = tablesBelow('Erased with the closing');
const kept = tablesBelow('Kept, and why');

const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await world.database.db.pool.query(text, [...values])).rows as Row[];

async function tablesWithPeople(): Promise<readonly string[]> {
  const rows = await ask<{ table_name: string }>(
    `SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'person_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  return rows.map(({ table_name }) => table_name);
}

/** In which of the tables a person has rows. */
async function tablesWith(personId: string, tables: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const [row] = await ask<{ there: boolean }>(`SELECT EXISTS (SELECT FROM ${table} WHERE person_id = $1) AS there`, [
      personId,
    ]);
    if (row?.there === true) found.push(table);
  }
  return found;
}

/** A row in every table that closing erases and that registering alone leaves empty. */
async function fillTables(personId: string): Promise<void> {
  const bytes = randomBytes(32);
  const soon = new Date(world.clock.nowMs() + 60_000);
  const now = world.clock.now();
  const name = `u${randomBytes(8).toString('hex')}`;
  const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    contact_changes: { id: randomUUID(), kind: 'email', former: 'old@example.org', changed_at: now, undo_until: soon },
    trade_passwords: { hash: '$argon2id$planted', set_at: now },
    authenticators: { secret_sealed: bytes, last_step: 1, confirmed_at: now },
    authenticator_bindings: {
      id: randomUUID(),
      secret_sealed: bytes,
      replaces: false,
      created_at: now,
      expires_at: soon,
    },
    recovery_codes: { code_hash: bytes, created_at: now },
    passkeys: {
      id: randomUUID(),
      credential_id: bytes,
      public_key: bytes,
      sign_count: 0,
      transports: ['internal'],
      synced: false,
      name: 'Phone',
      created_at: now,
    },
    passkey_ceremonies: { id: randomUUID(), challenge: bytes, created_at: now, expires_at: soon },
    profiles: { bio: 'Hello' },
    discoveries: { by_phone: true, by_email: false, shown_name: 'Mara' },
    usernames: { folded: name, username: `@${name}`, is_current: true },
    avatars: { file_name: `${randomBytes(16).toString('hex')}.webp`, picture: bytes },
    preferences: { currency_unit: 'eur' },
    address_book_entries: { id: randomUUID(), network: 'tron', address: `T${'1'.repeat(33)}`, label: 'Sister' },
    address_rules: { rule: 'listed-only' },
    price_alerts: {
      id: randomUUID(),
      asset: 'trx',
      unit: 'eur',
      direction: 'above',
      target: '0.5',
      setting_id: randomUUID(),
    },
    asset_settings: { hidden: [], first_ones: [], hide_small: true },
    activation_prompts: {},
    messages: { id: randomUUID(), kind: 'security', event: 'registered', subject_id: randomUUID() },
    later_messages: { id: randomUUID(), kind: 'security', event: 'site-connected', subject_id: randomUUID() },
    message_settings: { muted: ['transfers'] },
    live_streams: { id: randomUUID(), holder: '1@1' },
    data_exports: { token_hash: bytes, expires_at: soon },
  };
  for (const [table, row] of Object.entries(rows)) {
    const columns = ['person_id', ...Object.keys(row)];
    await ask(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      [personId, ...Object.values(row)],
    );
  }
  await ask(`INSERT INTO message_words (person_id, word_sealed, set_at) VALUES ($1, $2, $3)`, [
    personId,
    world.deps.keys.outboxBox.seal('lantern', `word:${personId}`),
    now,
  ]);
  await ask(
    `WITH unchecked AS (SELECT set_config('session_replication_role', 'replica', true))
     INSERT INTO person_levels (person_id, level, reference, from_at, change_id)
     SELECT $1, 1, 'case 7', now(), $2 FROM unchecked`,
    [personId, randomUUID()],
  );
  await ask(
    `WITH logged AS (INSERT INTO operator_actions (operator_id, kind, subject) VALUES ($1, 'support-answered', $2::uuid::text))
     INSERT INTO support_answers (id, person_id, template, texts, sent_by)
     VALUES ($3, $2, 'scam-warning', '{"en": {"title": "A", "body": "B"}}', $1)`,
    [await addOperator(world.database.db, { name }), personId, randomUUID()],
  );
  await ask(
    `INSERT INTO push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, hide_amounts)
     SELECT $1, person_id, id, $2, $3, $4, false FROM sessions WHERE person_id = $5`,
    [randomUUID(), `https://push.example/${randomUUID()}`, randomBytes(65), randomBytes(16), personId],
  );
}

test('every table that names a person is said to be erased by closing or to be kept, and why', async () => {
  expect([...erased, ...kept].toSorted()).toEqual(await tablesWithPeople());
});

/** Tables that reach a person or an event about one over foreign keys, or have a column that is called after an address, a contact or a network. */
async function tablesThatTell(): Promise<readonly string[]> {
  const rows = await ask<{ name: string }>(
    `WITH RECURSIVE plain AS (
       SELECT c.table_name::text AS name, c.column_name::text AS of, c.data_type::text AS type
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'),
     reach AS (
       SELECT name FROM plain WHERE of = 'person_id' OR name IN ('people', 'webhook_events')
       UNION SELECT k.conrelid::regclass::text FROM pg_constraint k JOIN reach r ON k.confrelid::regclass::text = r.name
        WHERE k.contype = 'f')
     SELECT name FROM reach
     UNION SELECT name FROM plain WHERE type IN ('inet', 'cidr')
        OR of ~ '(^|_)(address|addresses|email|contact|recipient|ip|phone|public_id|username|sender|receiver|network|endpoint)(_|$)'
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

test('every table that reaches a person, or has an address that may be one’s, is named on the page', async () => {
  const found = await tablesThatTell();
  expect(found.length).toBeGreaterThan(60);
  // Not of a person: how many addresses there are, and hosts and settings of the house.
  const ofTheHouse = ['address_pool_size'];
  const named = (table: string): boolean => page.includes(`\`${table}\``) || ofTheHouse.includes(table);
  expect(found.filter((table) => !named(table))).toEqual([]);
});

test('X12 closing erases all of a person but what is said to be kept, and nothing of anybody else', async () => {
  const [person, stranger] = [await world.registerPerson(), await world.registerPerson()];
  for (const { personId } of [person, stranger]) {
    await fillTables(personId);
    await ask(
      `INSERT INTO account_closings (id, person_id, requested_at, due_at) VALUES ($1, $2, now() - interval '8 days', $3)`,
      [randomUUID(), personId, personId === person.personId ? new Date(0) : new Date(world.clock.nowMs() + 3_600_000)],
    );
    expect(await tablesWith(personId, erased)).toEqual(erased);
  }
  const closed = await closeDueAccounts(
    { db: world.database.asWorker, clock: world.clock, keys: world.deps.keys },
    { limit: 5 },
  );
  expect(closed).toBe(1);
  expect(await tablesWith(person.personId, erased)).toEqual([]);
  expect(await tablesWith(stranger.personId, erased)).toEqual(erased);
});

test('X12 what a version that knew fewer tables left of somebody who closed their account is erased once', async () => {
  const [person, stranger] = [await world.registerPerson(), await world.registerPerson()];
  for (const { personId } of [person, stranger]) await fillTables(personId);
  await ask(`UPDATE people SET state = 'closed' WHERE id = $1`, [person.personId]);
  await ask(
    `INSERT INTO account_closings (id, person_id, due_at, state, ended_at) VALUES ($1, $2, now(), 'done', now())`,
    [randomUUID(), person.personId],
  );
  const deps = { db: world.database.asWorker, clock: world.clock };
  const operatorId = await addOperator(world.database.db, { name: 'ada' });
  await transact(world.database.db, async (tx) => {
    const hold = {
      personId: person.personId,
      reason: 'legal-order',
      days: 30,
      operatorId,
      now: world.clock.now(),
    } as const;
    await freezePerson(tx, hold);
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: person.personId });
  });
  expect(await eraseOldClosings(deps, { limit: 5 })).toBe(0);
  expect(await tablesWith(person.personId, erased)).toEqual(erased);
  // What only time does otherwise.
  await ask(
    `UPDATE account_freezes SET started_at = started_at - interval '30 days', until = until - interval '30 days'`,
  );
  expect(await eraseOldClosings(deps, { limit: 5 })).toBe(1);
  expect(await tablesWith(person.personId, erased)).toEqual([]);
  expect(await tablesWith(stranger.personId, erased)).toEqual(erased);
  expect(await eraseOldClosings(deps, { limit: 5 })).toBe(0);
});

test('the number of erased tables rises with the page, so that earlier closings are made up for', () => {
  expect(erasedTables).toBe(erased.length);
});
