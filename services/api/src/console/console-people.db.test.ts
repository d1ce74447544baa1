import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

let wallet: TestApi;
let console: TestConsole;
let reviewer: OperatorBrowser;
let person: Browser;
let id: string;
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  reviewer = await console.operator('rita', 'reviewer');
  person = openBrowser(wallet.app);
  await registerByMail(wallet, person, 'mara@example.org');
  id = await idOf('mara@example.org');
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect(console.faults).toEqual([]));

async function idOf(mail: string): Promise<string> {
  const { rows } = await sql<{ person_id: string }>`SELECT person_id FROM contacts WHERE value = ${mail}`.execute(
    wallet.database.db.kysely,
  );
  return rows[0]?.person_id ?? '';
}

type Found = { people: { id: string; publicId: string; contacts: string[] }[]; next: string | null };
const search = async (text: string) =>
  (await reviewer.get(`/people?search=${encodeURIComponent(text)}`)).json<Found>().people;

test('people are found by number and id, by no part of one, and by no contact, which leaves a row; contacts are masked', async () => {
  const [found] = await search(id);
  expect(found).toMatchObject({ id, contacts: ['ma•••@example.org'] });
  expect(await search(found?.publicId ?? '')).toEqual([found]);
  const contact = 'mara@example.org';
  for (const part of ['mara', '@example.org', contact, '%', found?.publicId.slice(0, 7) ?? '', id.slice(0, 35)]) {
    expect(await search(part)).toEqual([]);
  }
  const shown = await reviewer.get(`/people/${id}`);
  expect(shown.json()).toMatchObject({
    contacts: ['ma•••@example.org'],
    revealsLeft: 50,
    wallets: [{ address: expect.any(String) }],
  });
  expect(shown.body).not.toContain('mara@example.org');
});

test('the page of a person says by which usernames people know them, the present one apart from the earlier ones', async () => {
  const { kysely } = wallet.database.db;
  expect((await reviewer.get(`/people/${id}`)).json()).toMatchObject({ username: null, formerUsernames: [] });
  await sql`
    INSERT INTO usernames (folded, person_id, username, is_current)
    VALUES ('marak', ${id}, '@mara_k', true), ('lighthouse', ${id}, '@lighthouse', false)`.execute(kysely);
  expect((await reviewer.get(`/people/${id}`)).json()).toMatchObject({
    username: '@mara_k',
    formerUsernames: ['@lighthouse'],
  });
  await sql`DELETE FROM usernames WHERE person_id = ${id}`.execute(kysely);
});

test('O07 of a phone number the list, the search and the page show the last digits alone', async () => {
  await sql`
    INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
    VALUES (gen_random_uuid(), ${id}, 'phone', '+491701234567', now(), now())`.execute(wallet.database.db.kysely);
  try {
    for (const path of ['/people', `/people?search=${id}`, `/people/${id}`]) {
      const { body } = await reviewer.get(path);
      expect(body).toContain('+49 •••• 4567');
      expect(body.replaceAll(/\D/g, '')).not.toMatch(/1701234|234567/);
    }
  } finally {
    await sql`DELETE FROM contacts WHERE kind = 'phone'`.execute(wallet.database.db.kysely);
  }
});

test('O07 what became of the messages to somebody is shown, masked; messages to others are not', async () => {
  const other = openBrowser(wallet.app);
  await registerByMail(wallet, other, 'nils@example.org');
  const { kysely } = wallet.database.db;
  await sql`
    INSERT INTO message_tries (outbox_id, slot, state, code)
    SELECT id, 'mail', 'bounced', '5.1.1' FROM outbox WHERE recipient = 'mara@example.org'`.execute(kysely);
  const shown = await reviewer.get(`/people/${id}`);
  const { sentMessages } = shown.json<{ sentMessages: readonly { to: string }[] }>();
  expect(sentMessages).toContainEqual(
    expect.objectContaining({
      to: 'ma•••@example.org',
      isCode: true,
      tries: [{ provider: 'mail', state: 'bounced', code: '5.1.1' }],
    }),
  );
  expect(new Set(sentMessages.map(({ to }) => to))).toEqual(new Set(['ma•••@example.org']));
});

test('O07 messages that did not arrive where nobody has an account are counted by provider and reason, without an address', async () => {
  const { kysely } = wallet.database.db;
  const seen = async () =>
    (await reviewer.get('/undelivered-messages')).json<{ days: number; rows: readonly Record<string, unknown>[] }>();
  expect(await seen()).toEqual({ days: 7, rows: [] });
  /** A message as a worker leaves it; `tries` are `slot state code`. */
  const leave = async (
    recipient: string,
    state: string,
    tries: readonly string[],
    more: { age?: string; error?: string } = {},
  ) => {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO outbox (id, dedupe_key, channel, recipient, template, values_sealed, state, settled_at, last_error, created_at)
      VALUES (gen_random_uuid(), gen_random_uuid()::text, ${recipient.startsWith('+') ? 'sms' : 'email'}, ${recipient}, 'code-register',
              ${state === 'waiting' ? Buffer.from('x') : null}, ${state}, ${state === 'waiting' ? null : new Date()}, ${more.error ?? null},
              clock_timestamp() - ${more.age ?? '0'}::interval)
      RETURNING id`.execute(kysely);
    for (const [slot, outcome, code] of tries.map((text) => text.split(' ')))
      await sql`INSERT INTO message_tries (outbox_id, slot, state, code) VALUES (${rows[0]?.id}, ${slot}, ${outcome}, ${code ?? null})`.execute(
        kysely,
      );
  };
  await leave('+447700900001', 'sent', ['sms undelivered 30005']);
  await leave('+447700900001', 'sent', ['sms undelivered 30005']);
  await leave('+447700900002', 'sent', ['sms undelivered 30005']);
  await leave('+447700900003', 'dropped', ['sms not-accepted', 'sms-fallback refused 21211']);
  await leave('mistyped@example.org', 'sent', ['mail bounced 5.1.1']);
  await leave('mistyped@example.org', 'dropped', [], { error: 'nothing arrived there lately' });
  // Somebody's account; one that another provider took; still being tried; older than a week; dropped because it expired.
  await leave('mara@example.org', 'sent', ['mail bounced 5.1.1']);
  await leave('+447700900004', 'sent', ['sms undelivered 30005', 'sms-fallback accepted']);
  await leave('+447700900005', 'waiting', ['sms not-accepted']);
  await leave('+447700900006', 'sent', ['sms undelivered 30005'], { age: '8 days' });
  await leave('+447700900007', 'dropped', [], { error: 'expired' });
  const row = (provider: string, state: string, code: string | null, messages: number, recipients: number) => ({
    provider,
    state,
    code,
    messages,
    recipients,
    lastAt: expect.any(String),
  });
  const { rows } = await seen();
  expect(rows).toEqual([
    row('sms', 'undelivered', '30005', 3, 2),
    row('mail', 'bounced', '5.1.1', 1, 1),
    row('mail', 'kept-away', null, 1, 1),
    row('sms', 'not-accepted', null, 1, 1),
    row('sms-fallback', 'refused', '21211', 1, 1),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/7700|mistyped/);
});

test('O07 contacts are shown in full for a reason that stays in the log, to 50 people a day and no more', async () => {
  const reveal = (of: string) =>
    reviewer.post('/people/reveal', { id: of, reason: 'support-request', note: 'Ticket 12' });
  expect((await reveal(id)).json()).toEqual({ contacts: ['mara@example.org'] });
  expect((await reveal(id)).statusCode).toBe(200);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    SELECT gen_random_uuid(), (20000000 + n)::text, 'AAAAAA' || chr(65 + n / 23) || substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + n % 23, 1), now(), now()
      FROM generate_series(0, 59) n
    RETURNING id`.execute(wallet.database.db.kysely);
  const answers: string[] = [];
  for (const { id: other } of rows) answers.push((await reveal(other)).json<{ code?: string }>().code ?? 'shown');
  expect(answers.filter((answer) => answer === 'shown')).toHaveLength(49);
  expect(answers.slice(49)).toEqual(Array.from({ length: 11 }, () => 'DECISION_REFUSED'));
  expect(console.alerts).toHaveLength(11);
  const refused = (await reviewer.get('/log?kind=decision-refused')).json<{ actions: unknown[] }>();
  expect(refused.actions).toHaveLength(11);
  const { actions } = (await reviewer.get('/log?kind=person-revealed')).json<{ actions: unknown[] }>();
  expect(actions).toHaveLength(50);
  const viewer = await console.operator('vera', 'viewer');
  expect((await viewer.post('/people/reveal', { id, reason: 'review', note: 'Curious' })).statusCode).toBe(403);
});

test('H24 ending somebody’s sessions is signed, works at once, and stands in their own account history', async () => {
  expect((await person.get('/api/identity/account')).statusCode).toBe(200);
  const signed = await reviewer.sign('/people/sign-out/question', { id, note: 'Phone was stolen' });
  expect((await reviewer.post('/people/sign-out', signed)).statusCode).toBe(200);
  expect((await person.get('/api/identity/account')).statusCode).toBe(401);
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM security_events WHERE person_id = ${id} AND kind = 'session-ended'`.execute(
    wallet.database.db.kysely,
  );
  expect(rows).toEqual([{ kind: 'session-ended' }]);
});

test('a note is for other operators and stays', async () => {
  expect((await reviewer.post('/people/note', { id, note: 'Called back on Monday' })).statusCode).toBe(200);
  const { actions } = (await reviewer.get(`/people/${id}`)).json<{ actions: { kind: string; text: string }[] }>();
  expect(actions[0]).toMatchObject({ kind: 'person-noted', operator: 'rita', text: 'Called back on Monday' });
});

test('H24 putting an account on hold is signed, shown with its end, told to its owner, and taken off again', async () => {
  const said = { to: 'frozen', id, reason: 'legal-order', days: 3, note: 'Order 17 of a court' };
  const frozen = await reviewer.sign('/people/hold/question', said);
  const stretched = await reviewer.post('/people/hold', { ...frozen, said: { ...said, days: 30 } });
  expect(stretched.json()).toMatchObject({ code: 'PASSKEY_REFUSED' });
  const signed = await reviewer.sign('/people/hold/question', said);
  expect((await reviewer.post('/people/hold', signed)).statusCode).toBe(200);
  expect((await reviewer.get(`/people/${id}`)).json()).toMatchObject({
    onHold: true,
    stops: [
      {
        kind: 'account-frozen',
        reason: 'legal-order',
        by: 'rita',
        since: expect.stringContaining('T'),
        until: expect.stringContaining('T'),
      },
    ],
  });
  expect(await search(id)).toMatchObject([{ onHold: true }]);
  const again = await reviewer.sign('/people/hold/question', said);
  expect((await reviewer.post('/people/hold', again)).json()).toMatchObject({ data: { reason: 'already-so' } });
  const free = { to: 'free', id, note: 'The order has ended' };
  expect((await reviewer.post('/people/hold', await reviewer.sign('/people/hold/question', free))).statusCode).toBe(
    200,
  );
  expect((await reviewer.get(`/people/${id}`)).json()).toMatchObject({ onHold: false, stops: [] });
  const { rows } = await sql<{ event: string }>`
    SELECT event FROM messages WHERE person_id = ${id} ORDER BY created_at, id`.execute(wallet.database.db.kysely);
  expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(['frozen-security', 'unfrozen']));
  expect(rows.map(({ event }) => event).join()).not.toContain('court');
});

test('O09 what a person sees is shown without a session of theirs, and they read that it was', async () => {
  const sessions = () =>
    sql<{ count: string }>`SELECT count(*) FROM sessions WHERE person_id = ${id}`.execute(wallet.database.db.kysely);
  const before = await sessions();
  const seen = await reviewer.post('/people/view', { id, note: 'Ticket 12: a missing message' });
  expect(seen.json()).toMatchObject({ records: [], messages: expect.any(Array) });
  expect(seen.cookies).toEqual([]);
  expect(await sessions()).toEqual(before);
  const { actions, events } = (await reviewer.get(`/people/${id}`)).json<{
    actions: { kind: string; text: string }[];
    events: { kind: string }[];
  }>();
  expect(actions[0]).toMatchObject({ kind: 'person-viewed', text: 'Ticket 12: a missing message' });
  expect(events.map(({ kind }) => kind)).toContain('viewed-by-operator');
  // No route of the console takes a person's place: all that changes something names an operator's action of its own.
  expect((await console.operator('vito', 'viewer').then((viewer) => viewer.post('/people/view', {}))).statusCode).toBe(
    403,
  );
});

test('O02 an account declared as near to oneself stays so, and its holder is not put on hold by its declarer', async () => {
  const near = await console.operator('nele', 'reviewer');
  expect((await near.post('/people/own', { id, note: 'My sister' })).statusCode).toBe(200);
  const again = await near.post('/people/own', { id, note: 'My sister' });
  expect(again.json()).toMatchObject({ code: 'DECISION_REFUSED', data: { reason: 'already-so' } });
  expect((await near.get(`/people/${id}`)).json()).toMatchObject({ own: true });
  expect((await reviewer.get(`/people/${id}`)).json()).toMatchObject({ own: false });
  const said = { to: 'frozen', id, reason: 'security', days: 1, note: 'She asked me to' };
  const signed = await near.sign('/people/hold/question', said);
  expect((await near.post('/people/hold', signed)).json()).toMatchObject({ data: { reason: 'own-account' } });
  const { actions } = (await reviewer.get(`/log?subject=${id}&kind=decision-refused`)).json<{
    actions: { operator: string }[];
  }>();
  expect(actions.filter(({ operator }) => operator === 'nele')).toHaveLength(1);
});
