import type { SeenByPersonView } from '@tern/contracts/routes/console-people';
import type {
  HeldMoneyView,
  PersonAnswersView,
  PersonDevicesView,
  PersonEntriesView,
  PersonHoldView,
  PersonNotesView,
  PersonSecurityView,
} from '@tern/contracts/routes/console-person-tabs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from '../testing/open-test-api.ts';
import { openConsoleWorld, payee, sent, type ConsoleWorld } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: operators see what support needs of a person and nothing that would sign in for them; what they answer reaches the
// person in the person's language and stands in the log. Method: the console and the wallet over HTTP, on their own roles.

let wallet: TestApi;
let console: TestConsole;
let world: ConsoleWorld;
let reviewer: OperatorBrowser;
let viewer: OperatorBrowser;
let mara: Browser;
let id: string;
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  world = openConsoleWorld(wallet.database);
  reviewer = await console.operator('rita', 'reviewer');
  viewer = await console.operator('vera', 'viewer');
  mara = openBrowser(wallet.app);
  await registerByMail(wallet, mara, 'mara@example.org');
  const { rows } = await sql<{ id: string }>`
    SELECT person_id AS id FROM contacts WHERE value = 'mara@example.org'`.execute(wallet.database.db.kysely);
  id = rows[0]?.id ?? '';
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect(console.faults).toEqual([]));

const tab = async <View>(name: string, of = id): Promise<View> => (await reviewer.get(`/people/${of}/${name}`)).json();
/** A published activity. */
const activity = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO activities (id, state, texts, platform, reward, places, opens_at, closes_at, review_hours, picture_days,
      published_at)
    VALUES (gen_random_uuid(), 'published', '{"en": {"title": "Send coins"}}', 'Elsewhere', 5, 10, now() - interval '1 day',
      now() + interval '1 day', 24, 30, now()) RETURNING id`.execute(wallet.database.db.kysely);
  return rows[0]?.id ?? '';
};
const run = (query: ReturnType<typeof sql>) => query.execute(wallet.database.db.kysely);

test('money that is held is listed transfer by transfer, with its state, and the end of the review', async () => {
  const owner = await world.person();
  await world.transfer(owner);
  const { held } = await tab<{ held: HeldMoneyView[] }>('money', owner.personId);
  expect(held).toMatchObject([
    { assetId: 'usdt', held: String(BigInt(sent.amount) + BigInt(sent.fee)), state: 'under-review', waitingFor: null },
  ]);
  const [one] = held;
  expect(Date.parse(one?.due ?? '') - Date.parse(one?.since ?? '')).toBe(24 * 3_600_000);
  expect(await tab<{ held: HeldMoneyView[] }>('money')).toEqual({ held: [], further: 0 });
});

test('factors are shown with their time, locks with their end, and nothing that proves one', async () => {
  const hash = '$argon2id$planted-secret';
  await run(sql`INSERT INTO trade_passwords (person_id, hash, set_at) VALUES (${id}, ${hash}, now())`);
  await run(sql`
    INSERT INTO recovery_codes (person_id, code_hash, created_at, used_at)
    SELECT ${id}, sha256(convert_to('code ' || n, 'UTF8')), now(), CASE n WHEN 1 THEN now() END
      FROM generate_series(1, 3) n`);
  const until = new Date(console.clock.nowMs() + 600_000);
  await run(sql`
    INSERT INTO failure_counters (key, failures, paused_until, changed_at)
    VALUES (${`transfer:${id}`}, 5, ${until}, now())`);
  await run(sql`
    INSERT INTO factor_resets (id, person_id, started_at, ready_at, told_at)
    VALUES (gen_random_uuid(), ${id}, now(), now() + interval '7 days', now())`);
  const answer = await reviewer.get(`/people/${id}/security`);
  const security = answer.json<PersonSecurityView>();
  expect(security).toMatchObject({
    tradePasswordSetAt: expect.any(String) as string,
    loginPasswordChangedAt: expect.any(String) as string,
    authenticatorSince: null,
    recoveryCodes: { left: 2, made: 3 },
    locks: [{ what: 'transfers', until: until.toISOString() }],
    resets: [{ state: 'waiting', endedAt: null }],
  });
  expect(answer.body).not.toMatch(/argon2|planted|hash/);
});

test('sessions are shown with device and network, never with the address or the session itself', async () => {
  await run(sql`UPDATE sessions SET ip = '203.0.113.77' WHERE person_id = ${id}`);
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(id_hash, 'hex') AS hash FROM sessions WHERE person_id = ${id}`.execute(wallet.database.db.kysely);
  const answer = await reviewer.get(`/people/${id}/devices`);
  const { sessions, passkeys } = answer.json<PersonDevicesView>();
  expect(sessions).toMatchObject([{ place: '203.0.0.0/16', endedAt: null, hasPush: false }]);
  expect(passkeys).toEqual([]);
  expect(answer.body).not.toContain('203.0.113');
  for (const { hash } of rows) expect(answer.body).not.toContain(hash);
});

test('the database gives operators no hash, key or code of a person', async () => {
  for (const column of [
    'credentials.hash',
    'trade_passwords.hash',
    'authenticators.secret_sealed',
    'recovery_codes.code_hash',
    'passkeys.public_key',
    'passkeys.credential_id',
    'sessions.id_hash',
  ]) {
    const [table = '', name = ''] = column.split('.');
    const asked = sql`SELECT ${sql.ref(name)} FROM ${sql.table(table)}`.execute(wallet.database.asConsole.kysely);
    await expect(asked, column).rejects.toThrow('permission denied');
  }
});

test('every hold stands there with who answers for it, its reason, its note and its end, past ones too', async () => {
  const owner = await world.person();
  const said = { to: 'frozen', id: owner.personId, reason: 'legal-order', days: 3, note: 'Order 17 of the court' };
  expect(outcomeOf(await reviewer.post('/people/hold', await reviewer.sign('/people/hold/question', said)))).toBe(
    'done',
  );
  await run(sql`
    INSERT INTO sending_holds (id, person_id, reason, started_at, until)
    VALUES (gen_random_uuid(), ${owner.personId}, 'recovered', now() - interval '3 days', now() - interval '1 day')`);
  const holds = async () => (await tab<{ holds: PersonHoldView[] }>('holds', owner.personId)).holds;
  expect(await holds()).toMatchObject([
    {
      kind: 'account-frozen',
      reason: 'legal-order',
      by: 'rita',
      note: 'Order 17 of the court',
      on: true,
      liftedAt: null,
    },
    { kind: 'security-hold', reason: 'recovered', on: false },
  ]);
  const free = { to: 'free', id: owner.personId, note: 'Order lifted' };
  await reviewer.post('/people/hold', await reviewer.sign('/people/hold/question', free));
  expect((await holds())[0]).toMatchObject({
    kind: 'account-frozen',
    on: false,
    liftedAt: expect.any(String) as string,
  });
});

test('a held send and a held deposit are holds with their number, their reason, their deadline and who decided', async () => {
  const owner = await world.person();
  const sendId = await world.transfer(owner);
  await run(sql`
    INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, until)
    VALUES (${sendId}, ${payee}, 'suspected-fraud', '[{"list": "Frauds"}]', now() + interval '72 hours')`);
  const deposit = await holdDeposit(wallet.database, owner);
  const holds = async () => (await tab<{ holds: PersonHoldView[] }>('holds', owner.personId)).holds;
  const undecided = { on: true, decidedBy: [], endedAt: null };
  expect(await holds()).toMatchObject([
    {
      ...{ kind: 'deposit-held', id: deposit.id, reason: 'legal-order', amount: '25000000', until: deposit.until },
      ...undecided,
    },
    { kind: 'send-held', id: sendId, reason: 'suspected-fraud', amount: sent.amount, ...undecided },
  ]);
  for (const hold of await holds()) expect(hold).toHaveProperty('number', expect.stringMatching(/^.{19,}$/));
  const treasurer = await console.operator('tilda', 'treasurer');
  const said = { id: deposit.id, note: 'The list is old' };
  const signed = await treasurer.sign('/screening/question', said);
  expect(outcomeOf(await treasurer.post('/screening/release', signed))).toBe('done');
  expect(await holds()).toMatchObject([
    { kind: 'send-held', on: true },
    { kind: 'deposit-held', on: false, decidedBy: ['tilda'], endedAt: expect.any(String) as string },
  ]);
  // A send that goes on is over as a hold, with what was held later before it.
  await run(
    sql`UPDATE withdrawals SET state = 'approved', approvals_needed = 0, review_cause = NULL WHERE id = ${sendId}`,
  );
  const later = await world.transfer(owner);
  await run(sql`
    INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, until)
    VALUES (${later}, ${payee}, 'legal-order', '[{"list": "Orders"}]', now() + interval '72 hours')`);
  expect(await holds()).toMatchObject([
    { kind: 'send-held', id: later, on: true },
    { kind: 'deposit-held', on: false },
    { kind: 'send-held', id: sendId, on: false, reason: 'suspected-fraud' },
  ]);
  // Nobody else has them.
  const other = await world.person();
  expect(await tab('holds', other.personId)).toEqual({ holds: [] });
});

test('notes are in the order they were written, page by page, each with author and time, and none can be changed', async () => {
  for (let note = 1; note <= 32; note += 1) await reviewer.post('/people/note', { id, note: `Note ${note}` });
  const first = await tab<PersonNotesView>('notes');
  expect(first.notes[0]).toMatchObject({ operator: 'rita', text: 'Note 32' });
  expect(first.notes).toHaveLength(30);
  const second = await tab<PersonNotesView>(`notes?before=${first.next}`);
  expect(second.notes.map(({ text }) => text)).toEqual(['Note 2', 'Note 1']);
  expect(second.next).toBeNull();
  for (const change of [sql`DELETE FROM operator_actions`, sql`UPDATE operator_actions SET details = '{}'`])
    await expect(change.execute(wallet.database.db.kysely)).rejects.toThrow('append-only');
  expect(outcomeOf(await viewer.post('/people/note', { id, note: 'By a viewer' }))).toBe('ROLE_MISSING');
});

test('an answer of the list reaches the person in their language, is logged, and goes once an hour', async () => {
  type Listed = { messages: { about: string; event: string; title?: string; body?: string; language?: string }[] };
  const inbox = async () => (await mara.get('/api/messages')).json<Listed>().messages;
  const send = (template: string, by = reviewer) => by.post('/people/answer', { id, template });
  await run(sql`UPDATE people SET language = 'zh-Hans' WHERE id = ${id}`);
  const before = await tab<PersonAnswersView>('answers');
  expect(before).toMatchObject({ personLanguage: 'zh-Hans', sent: [] });
  const shown = before.templates.find(({ template }) => template === 'scam-warning');
  expect(outcomeOf(await send('scam-warning'))).toBe('done');
  const [message] = await inbox();
  expect(message).toMatchObject({
    about: 'announcement',
    event: 'announced',
    language: 'zh-Hans',
    title: shown?.title,
  });
  expect(message?.body).toBe(shown?.body);
  expect(outcomeOf(await send('scam-warning'))).toBe('already-so');
  // A language that the answers are not written in reads English.
  await run(sql`UPDATE people SET language = 'de' WHERE id = ${id}`);
  expect(outcomeOf(await send('deposit-missing'))).toBe('done');
  expect((await inbox())[0]).toMatchObject({ language: 'en', title: 'How to find a missing deposit' });
  expect((await tab<PersonAnswersView>('answers')).sent).toMatchObject([
    { template: 'deposit-missing', operator: 'rita' },
    { template: 'scam-warning', operator: 'rita' },
  ]);
  const { actions } = (await reviewer.get(`/log?subject=${id}&kind=support-answered`)).json<{
    actions: { operator: string; details: string }[];
  }>();
  expect(
    actions.map(({ operator, details }) => [operator, (JSON.parse(details) as { template: string }).template]),
  ).toEqual([
    ['rita', 'deposit-missing'],
    ['rita', 'scam-warning'],
  ]);
  expect(outcomeOf(await send('scam-warning', viewer))).toBe('ROLE_MISSING');
  expect(outcomeOf(await send('free-text'))).toBe('INPUT_INVALID');
});

test('whoever declared an account as close to them sends it nothing', async () => {
  const owner = await world.person();
  await reviewer.post('/people/own', { id: owner.personId, note: 'My sister' });
  const answer = await reviewer.post('/people/answer', { id: owner.personId, template: 'scam-warning' });
  expect(outcomeOf(answer)).toBe('own-account');
  expect((await tab<PersonAnswersView>('answers', owner.personId)).sent).toEqual([]);
});

test('records as the person sees them have the other side, the transaction and the time of credit', async () => {
  const owner = await world.person();
  await world.transfer(owner);
  const txId = 'ab'.repeat(32);
  await run(sql`
    WITH credited AS (
      INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id,
        pay_address, receive_address, tx_id)
      VALUES (gen_random_uuid(), ${owner.personId}, ${owner.walletId}, 'incoming', 'in', 'success', 'chain', 'usdt', 5000000,
        'deposit', gen_random_uuid(), ${payee}, ${owner.address}, ${txId}) RETURNING id)
    INSERT INTO record_steps (record_id, step, at)
    SELECT id, step, at FROM credited, (VALUES ('seen', '2026-11-01T10:00:00Z'::timestamptz),
                                               ('credited', '2026-11-01T10:01:00Z'::timestamptz)) AS s (step, at)`);
  const answer = await reviewer.post('/people/view', { id: owner.personId, note: 'Asked where the deposit is' });
  const { records } = answer.json<SeenByPersonView>();
  expect(records.find(({ direction }) => direction === 'in')).toMatchObject({
    type: 'incoming',
    status: 'success',
    counterparty: payee,
    txId,
    creditedAt: '2026-11-01T10:01:00.000Z',
  });
  expect(records.find(({ direction }) => direction === 'out')).toMatchObject({
    status: 'pending-review',
    txId: null,
    creditedAt: null,
  });
});

test('that there are older records than those shown is said, once there are', async () => {
  const owner = await world.person();
  const more = async () => {
    const answer = await reviewer.post('/people/view', { id: owner.personId, note: 'Asked what came in' });
    return { shown: answer.json<SeenByPersonView>().records.length, ...answer.json<SeenByPersonView>().more };
  };
  const add = (count: number) =>
    run(sql`
      INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id,
        pay_address, receive_address)
      SELECT gen_random_uuid(), ${owner.personId}, ${owner.walletId}, 'incoming', 'in', 'success', 'chain', 'usdt', 5000000,
        'deposit', gen_random_uuid(), ${payee}, ${owner.address} FROM generate_series(1, ${count})`);
  await add(20);
  expect(await more()).toEqual({ shown: 20, records: false, messages: false });
  await add(1);
  expect(await more()).toEqual({ shown: 20, records: true, messages: false });
});

test('the activities of a person are listed with state, tries and reward', async () => {
  const owner = await world.person();
  const activityId = await activity();
  await world.entry(owner, activityId);
  expect(await tab<PersonEntriesView>('entries', owner.personId)).toMatchObject({
    entries: [{ activityId, title: 'Send coins', state: 'under-review', tries: 1, assetId: 'reward', reward: '5' }],
  });
  expect(await tab<PersonEntriesView>('entries')).toEqual({ entries: [] });
});

test('every tab of somebody who does not exist is not found', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const name of ['money', 'security', 'devices', 'entries', 'holds', 'notes', 'answers'])
    expect(outcomeOf(await reviewer.get(`/people/${nobody}/${name}`)), name).toBe('NOT_FOUND');
});
