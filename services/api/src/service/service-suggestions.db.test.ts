import { randomUUID } from 'node:crypto';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import type { WaitingView } from '@tern/contracts/routes/console-home';
import { forgetSuggestions } from '@tern/server/console/changes/public';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsoleWorld } from '../console/testing/console-world.ts';
import { outcomeOf, type OperatorBrowser } from '../console/testing/test-console.ts';
import { decideByTwo, openKey } from './testing/open-key.ts';
import { openTestService, type TestService } from './testing/open-service.ts';

// Goal: another system can say what should change and change nothing; two operators sign it as if the idea had been theirs. Method: a
// key with that scope, HTTP, and the console's own routes.

let service: TestService;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
let key: { id: string; token: string };
beforeAll(async () => {
  service = await openTestService();
  [ada, ben] = service.both;
  tom = service.treasurer;
  key = await openKey(service.both, { name: 'Treasury bot', scopes: ['changes:suggest'] });
});
afterAll(() => service.close());
beforeEach(() => sql`DELETE FROM rate_windows`.execute(service.database.db.kysely));
afterEach(() => expect(service.console.faults.splice(0)).toEqual([]));

const closeTrx = { kind: 'asset', assetId: 'trx', open: false } as const;
const suggestion = (content: object = closeTrx) => ({ id: randomUUID(), content, note: 'The market is closed' });
const suggest = (body: object, token = key.token) => service.client(token).post('/suggestions', body);
const stateOf = async (id: string): Promise<unknown> =>
  (await service.client(key.token).get(`/suggestions/${id}`)).body;
const shown = async (by: OperatorBrowser): Promise<ChangesView> => (await by.get('/changes')).json<ChangesView>();
const reasonOf = (answer: { body: unknown }): unknown => (answer.body as { data?: { reason?: string } }).data?.reason;
const note = 'Agreed with the treasury';
/** How much of *Funds and pairs* waits for somebody. */
const fundsOf = async (by: OperatorBrowser): Promise<number | undefined> =>
  (await by.get('/home/waiting')).json<WaitingView>().kinds.find(({ kind }) => kind === 'funds')?.mine;

test('O01 what is suggested changes nothing until one operator has proposed and another has carried it out', async () => {
  const said = suggestion();
  expect(await suggest(said)).toMatchObject({ status: 200, body: { id: said.id, state: 'waiting' } });
  // The same again is the same one.
  expect((await suggest(said)).body).toEqual(await stateOf(said.id));
  const { suggestions, changes } = await shown(tom);
  expect(suggestions).toMatchObject([
    { id: said.id, key: 'Treasury bot', content: closeTrx, note: 'The market is closed' },
  ]);
  expect(changes.filter(({ content }) => content.kind === 'asset')).toEqual([]);
  const { rows: before } = await sql`SELECT FROM asset_closings`.execute(service.database.db.kysely);
  expect(before).toEqual([]);
  // It waits for those who may propose it.
  expect([await fundsOf(tom), await fundsOf(ada)]).toEqual([1, 1]);
  // Its id decides nothing: it is no proposal.
  expect(outcomeOf(await ben.post('/changes/decision/question', { id: said.id, decision: 'carry-out' }))).toBe(
    'NOT_FOUND',
  );

  const proposed = { content: closeTrx, note, suggestionId: said.id };
  const asked = await ada.sign('/changes/question', proposed);
  const { id } = (await ada.post('/changes', asked)).json<{ id: string }>();
  expect(await stateOf(said.id)).toMatchObject({ state: 'proposed' });
  const own = await ada.post(
    '/changes/decision',
    await ada.sign('/changes/decision/question', { id, decision: 'carry-out' }),
  );
  expect(own.json()).toMatchObject({ data: { reason: 'proposed-by-you' } });
  await ada.signIn();
  const question = await ben.post('/changes/decision/question', { id, decision: 'carry-out' });
  expect(question.json<{ statement: string }>().statement).toContain('Treasury bot: The market is closed');
  const signed = await ben.sign('/changes/decision/question', { id, decision: 'carry-out' });
  expect(outcomeOf(await ben.post('/changes/decision', signed))).toBe('done');
  expect(await stateOf(said.id)).toMatchObject({ state: 'done' });
  expect((await shown(tom)).suggestions).toEqual([]);
  // It is proposed once.
  expect(outcomeOf(await ada.post('/changes/question', proposed))).toBe('suggestion-over');
});

test('an operator signs what was suggested or says so: another content, another id and one that is over are refused', async () => {
  const said = suggestion({ kind: 'fund', purpose: 'pool', assetId: 'reward', amount: '12.5' });
  await suggest(said);
  const propose = async (content: object, suggestionId: string): Promise<string> =>
    outcomeOf(await tom.post('/changes/question', { content, note, suggestionId }));
  expect(await propose({ ...said.content, amount: '13' }, said.id)).toBe('suggestion-over');
  expect(await propose(said.content, randomUUID())).toBe('suggestion-over');
  await sql`
    UPDATE service_suggestions SET made_at = made_at - interval '8 days' WHERE id = ${said.id}`.execute(
    service.database.db.kysely,
  );
  expect(await stateOf(said.id)).toMatchObject({ state: 'expired' });
  expect(await propose(said.content, said.id)).toBe('suggestion-over');
  expect((await shown(tom)).suggestions).toEqual([]);
});

test('the database lets nobody pass another change off as what was suggested', async () => {
  const said = suggestion();
  await suggest(said);
  const { id } = await decideByTwo(service.both, { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 50 });
  await expect(
    sql`UPDATE service_suggestions SET change_id = ${id} WHERE id = ${said.id}`.execute(
      service.database.asConsole.kysely,
    ),
  ).rejects.toThrow(/not what an operator proposed/);
  for (const [change, refused] of [
    ['DELETE FROM service_suggestions', /not over for thirty days/],
    [`UPDATE service_suggestions SET note = 'Other'`, /permission denied/],
  ] as const)
    await expect(sql.raw(change).execute(service.database.asConsole.kysely)).rejects.toThrow(refused);
});

test.each([
  ['terms', { kind: 'terms', after: 1, values: {}, from: null }],
  ['a key', { kind: 'key-revoke', keyId: randomUUID(), name: 'Treasury bot' }],
  ['a webhook', { kind: 'webhook-rotate', webhookId: randomUUID() }],
  ['a loss', { kind: 'loss', why: 'accepted', assetId: 'usdt', subject: 'hot', amount: '1' }],
  ['a file for an auditor', { kind: 'audit-file', distributionId: randomUUID() }],
  ['nothing', {}],
  ['more than there is', { ...closeTrx, approve: true }],
])('what only operators think of cannot be suggested: %s', async (_, content) => {
  expect((await suggest(suggestion(content))).outcome).toBe('INPUT_INVALID');
});

test('what can never be carried out is refused with its reason, and one key keeps at most 20 waiting', async () => {
  const impossible = await suggest(suggestion({ kind: 'fund', purpose: 'pool', assetId: 'reward', amount: '0' }));
  expect(impossible).toMatchObject({ status: 409, outcome: 'SUGGESTION_REFUSED' });
  expect(reasonOf(impossible)).toBe('amount-invalid');
  const busy = await openKey(service.both, { scopes: ['changes:suggest'] });
  await sql`
    INSERT INTO service_suggestions (id, key_id, content, note)
    SELECT gen_random_uuid(), ${busy.id}, ${JSON.stringify(closeTrx)}::jsonb, 'Made before' FROM generate_series(1, 19)`.execute(
    service.database.db.kysely,
  );
  // At the same time, so that each could count before the others are there.
  const answers = await Promise.all(Array.from({ length: 8 }, () => suggest(suggestion(), busy.token)));
  expect(answers.filter(({ outcome }) => outcome === 'answered')).toHaveLength(1);
  expect(new Set(answers.map(reasonOf))).toEqual(new Set([undefined, 'too-many-waiting']));
  const open = (await shown(tom)).suggestions.find(({ key: name }) => name !== 'Treasury bot');
  await decideByTwo(service.both, { kind: 'key-revoke', keyId: busy.id, name: (await keyName(busy.id)) ?? '' });
  // On a page that was opened before.
  const late = { content: closeTrx, note, suggestionId: open?.id };
  expect(outcomeOf(await tom.post('/changes/question', late))).toBe('suggestion-over');
  expect((await shown(tom)).suggestions.filter(({ key: name }) => name !== 'Treasury bot')).toEqual([]);
});

async function keyName(id: string): Promise<string | undefined> {
  const { keys } = (await tom.get('/keys')).json<{ keys: { id: string; name: string }[] }>();
  return keys.find((each) => each.id === id)?.name;
}

test('an id stands for one suggestion: another content, and another key, are refused', async () => {
  const said = suggestion();
  await suggest(said);
  expect((await suggest({ ...said, note: 'Another note' })).outcome).toBe('IDEMPOTENCY_KEY_REUSED');
  const other = await openKey(service.both, { scopes: ['changes:suggest'] });
  expect((await suggest(said, other.token)).outcome).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await service.client(other.token).get(`/suggestions/${said.id}`)).outcome).toBe('NOT_FOUND');
  const reader = await openKey(service.both, { scopes: ['transactions:read'] });
  expect((await suggest(said, reader.token)).outcome).toBe('SERVICE_SCOPE_MISSING');
});

test.each([
  '{',
  '[]',
  '7',
  'null',
  '{"__proto__":{"a":1}}',
  `{"id":"${'x'.repeat(70_000)}"}`,
  '{"a":'.repeat(40) + '1' + '}'.repeat(40),
])('W13 a hostile body is refused, and is no fault: %#', async (body) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
    const answer = await fetch(`${service.origin}/service/v1/suggestions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token}`, 'content-type': type },
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
});

test('O01 a system that made a check suggests a level; it learns nothing about the account, and two administrators decide', async () => {
  const person = await openConsoleWorld(service.database).person();
  const limits = { kind: 'level-limits', after: 0, limits: ['1000', '10000'] };
  await decideByTwo(service.both, limits);
  const level = (number: string) => ({
    kind: 'person-level',
    person: number,
    level: 1,
    reference: 'Check 4711',
    until: null,
  });
  expect(await suggest(suggestion(level('19999999')))).toMatchObject({ status: 200, body: { state: 'waiting' } });
  expect(await suggest(suggestion({ ...level(person.publicId), level: 9 }))).toMatchObject({ status: 400 });
  expect(await suggest(suggestion(limits))).toMatchObject({ status: 400 });
  const said = suggestion(level(person.publicId));
  expect(await suggest(said)).toMatchObject({ status: 200 });
  const proposed = { content: said.content, note, suggestionId: said.id };
  expect(outcomeOf(await tom.post('/changes/question', proposed))).toBe('ROLE_MISSING');
  const { id } = (await ada.post('/changes', await ada.sign('/changes/question', proposed))).json<{ id: string }>();
  await ada.signIn();
  const carryOut = await ben.sign('/changes/decision/question', { id, decision: 'carry-out' });
  expect(outcomeOf(await ben.post('/changes/decision', carryOut))).toBe('done');
  expect(await stateOf(said.id)).toMatchObject({ state: 'done' });
  const { rows } = await sql<{ level: number; reference: string }>`
    SELECT level, reference FROM person_levels WHERE person_id = ${person.personId}`.execute(
    service.database.db.kysely,
  );
  expect(rows).toEqual([{ level: 1, reference: 'Check 4711' }]);
});

test('a suggestion is deleted thirty days after it was over, and no earlier', async () => {
  const { db, asWorker } = service.database;
  // As a restored copy would have it: past the operators and their log.
  const restore = (row: ReturnType<typeof sql>) =>
    db.kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await row.execute(tx);
    });
  await restore(sql`DELETE FROM service_suggestions`);
  const named = new Map<string, string>();
  const make = async (name: string) => {
    const said = suggestion();
    named.set(said.id, name);
    expect(await suggest(said)).toMatchObject({ status: 200 });
    return said;
  };
  const age = (id: string, days: number) =>
    sql`UPDATE service_suggestions SET made_at = made_at - make_interval(days => ${days}) WHERE id = ${id}`.execute(
      db.kysely,
    );
  const propose = async ({ id: suggestionId, content }: ReturnType<typeof suggestion>) => {
    await tom.signIn();
    const proposed = await tom.sign('/changes/question', { content, note, suggestionId });
    return (await tom.post('/changes', proposed)).json<{ id: string }>().id;
  };
  const left = async () => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM service_suggestions`.execute(db.kysely);
    return rows.map(({ id }) => named.get(id)).toSorted();
  };
  await age((await make('nobody proposed it, 36 days')).id, 36);
  await age((await make('nobody proposed it, 38 days')).id, 38);
  const waits = await make('waits for the second operator');
  await propose(waits);
  await age(waits.id, 400);
  const recent = await make('decided 29 days ago');
  const old = await make('decided 31 days ago');
  for (const [said, days] of [
    [recent, 29],
    [old, 31],
  ] as const) {
    const id = await propose(said);
    await restore(sql`
      UPDATE house_changes SET state = 'withdrawn', decided_by = proposed_by, decided_at = now() - make_interval(days => ${days})
       WHERE id = ${id}`);
  }
  await expect(sql`DELETE FROM service_suggestions WHERE id = ${recent.id}`.execute(asWorker.kysely)).rejects.toThrow(
    /not over for thirty days/,
  );
  expect(await forgetSuggestions({ db: asWorker }, { limit: 1 })).toBe(1);
  expect(await forgetSuggestions({ db: asWorker }, { limit: 10 })).toBe(1);
  expect(await forgetSuggestions({ db: asWorker }, { limit: 10 })).toBe(0);
  expect(await left()).toEqual(['decided 29 days ago', 'nobody proposed it, 36 days', 'waits for the second operator']);
});
