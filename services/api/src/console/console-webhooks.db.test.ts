import type { WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: what leaves this installation, and where to, is decided by two administrators; what became of it is to be seen, and can be
// sent again without losing the order. Method: the console's own routes, with the rows that the worker leaves.
let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
  tom = await console.operator('tom', 'treasurer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const url = 'http://127.0.0.1:9/hooks';
const openTo = (name: string, to = url) => ({ kind: 'webhook-open', name, url: to, kinds: ['sends'] });

async function propose(by: OperatorBrowser, content: object): Promise<string> {
  const said = { content, note: 'For the books' };
  const asked = await by.post('/changes/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return (await by.post('/changes', await by.sign('/changes/question', said))).json<{ id: string }>().id;
}
async function decide(by: OperatorBrowser, id: string): Promise<{ outcome: string; secret: string | null }> {
  const asked = await by.post('/changes/decision/question', { id, decision: 'carry-out' });
  if (asked.statusCode !== 200) return { outcome: outcomeOf(asked), secret: null };
  const signed = await by.sign('/changes/decision/question', { id, decision: 'carry-out' });
  const answer = await by.post('/changes/decision', signed);
  return { outcome: outcomeOf(answer), secret: answer.json<{ secret?: string | null }>().secret ?? null };
}
const shown = async (): Promise<WebhooksView> => (await tom.get('/webhooks')).json<WebhooksView>();
const resend = async (by: OperatorBrowser, said: object): Promise<string> => {
  const asked = await by.post('/webhooks/resend/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return outcomeOf(await by.post('/webhooks/resend', await by.sign('/webhooks/resend/question', said)));
};

/** Events of one subject, each with its state at the only webhook. */
async function plant(webhookId: string, subject: string, states: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const state of states) {
    const { rows } = await sql<{ id: string }>`
      WITH event AS (
        INSERT INTO webhook_events (kind, type, subject, data) VALUES ('sends', 'send.success', ${subject}, '{"a": "1"}')
        RETURNING sequence)
      INSERT INTO webhook_deliveries (webhook_id, sequence, subject, state, settled_at)
      SELECT ${webhookId}, sequence, ${subject}, ${state}, CASE WHEN ${state} IN ('delivered', 'skipped') THEN now() END FROM event
      RETURNING id`.execute(database.db.kysely);
    ids.push(Number(rows[0]?.id));
  }
  return ids;
}
type Listed = { deliveries: { id: number; state: string; isReplay: boolean }[]; next: number | null };
const listed = async (query: string): Promise<readonly string[]> =>
  (await tom.get(`/webhooks/deliveries?${query}`))
    .json<Listed>()
    .deliveries.map(({ state, isReplay }) => (isReplay ? `${state} again` : state));

test('O01 a webhook is opened by two administrators, its secret is shown to the second once, and nobody else is told', async () => {
  expect(await propose(tom, openTo('Books'))).toBe('ROLE_MISSING');
  const id = await propose(ada, openTo('Books'));
  expect((await decide(tom, id)).outcome).toBe('ROLE_MISSING');
  expect((await decide(ada, id)).outcome).toBe('proposed-by-you');
  await ada.signIn();
  const { outcome, secret } = await decide(ben, id);
  expect(outcome).toBe('done');
  expect(secret).toMatch(/^whsec_/);
  expect((await shown()).webhooks).toMatchObject([{ id, name: 'Books', url, kinds: ['sends'], state: 'active' }]);
  const everything = [await tom.get('/webhooks'), await ada.get('/changes'), await ada.get(`/log?subject=${id}`)];
  for (const answer of everything) expect(answer.body).not.toContain(secret ?? 'none');
  expect(await propose(ada, openTo('Books'))).toBe('name-taken');
});

test('W19 an address that is not listed, inside or unknown is refused before anybody signs', async () => {
  expect(await propose(ada, openTo('Inside', 'http://169.254.169.254/latest/'))).toBe('target-not-listed');
  expect(await propose(ada, openTo('Inside', 'https://localhost/'))).toBe('target-not-public');
  expect(await propose(ada, openTo('Inside', 'no address'))).toBe('target-not-listed');
});

test('a webhook is renamed, gets another secret, is disabled and enabled, each by two', async () => {
  const [webhook] = (await shown()).webhooks;
  const webhookId = webhook?.id ?? '';
  const both = async (content: object) => decide(ben, await propose(ada, content));
  expect((await both({ ...openTo('Ledger'), kind: 'webhook-change', webhookId })).outcome).toBe('done');
  const rotated = await both({ kind: 'webhook-rotate', webhookId });
  expect(rotated.secret).toMatch(/^whsec_/);
  expect((await both({ kind: 'webhook-switch', webhookId, state: 'disabled' })).outcome).toBe('done');
  expect((await shown()).webhooks[0]).toMatchObject({
    name: 'Ledger',
    state: 'disabled',
    formerUntil: expect.any(String),
  });
  expect(await propose(ada, { kind: 'webhook-switch', webhookId, state: 'disabled' })).toBe('already-so');
  expect((await both({ kind: 'webhook-switch', webhookId, state: 'active' })).outcome).toBe('done');
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(await propose(ada, { kind: 'webhook-rotate', webhookId: missing })).toBe('no-such-webhook');
});

test('W23 what is parked is tried again in its place or skipped; what was delivered goes again behind it', async () => {
  const webhookId = (await shown()).webhooks[0]?.id ?? '';
  const [delivered, parked] = await plant(webhookId, 'one', ['delivered', 'parked', 'waiting']);
  expect(await listed('subject=one')).toEqual(['behind', 'parked', 'delivered']);
  expect((await shown()).webhooks[0]).toMatchObject({ waiting: 1, parked: 1, delivered: 1 });
  const note = 'The receiver is well again';
  expect(await resend(tom, { what: 'one', id: parked, note })).toBe('ROLE_MISSING');
  expect(await resend(ada, { what: 'one', id: parked, note })).toBe('done');
  expect(await listed('subject=one')).toEqual(['behind', 'waiting', 'delivered']);
  expect(await resend(ada, { what: 'skip', id: parked, note })).toBe('not-parked');
  await sql`UPDATE webhook_deliveries SET state = 'parked' WHERE id = ${parked}`.execute(database.db.kysely);
  expect(await resend(ada, { what: 'skip', id: parked, note })).toBe('done');
  expect(await listed('subject=one')).toEqual(['waiting', 'skipped', 'delivered']);
  expect(await resend(ada, { what: 'one', id: delivered, note })).toBe('done');
  expect(await listed('subject=one')).toEqual(['behind again', 'waiting', 'skipped', 'delivered']);
});

test('a range is sent again in its order, once for each event; an empty one is refused', async () => {
  const webhookId = (await shown()).webhooks[0]?.id ?? '';
  await plant(webhookId, 'two', ['delivered', 'delivered']);
  const note = 'The receiver lost them';
  const range = { what: 'range', webhookId, from: '2026-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', note };
  expect(await resend(ada, { ...range, to: '2026-01-02T00:00:00.000Z' })).toBe('nothing-found');
  expect(await resend(ada, range)).toBe('done');
  const { rows } = await sql<{ sequence: string }>`
    SELECT sequence FROM webhook_deliveries WHERE subject = 'two' AND is_replay ORDER BY id`.execute(
    database.db.kysely,
  );
  const numbers = rows.map(({ sequence }) => Number(sequence));
  expect(numbers).toHaveLength(2);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('one event is shown with what it says and every try; others are not found', async () => {
  const webhookId = (await shown()).webhooks[0]?.id ?? '';
  const [id = 0] = await plant(webhookId, 'three', ['waiting']);
  await sql`INSERT INTO webhook_attempts (delivery_id, status, took_ms) VALUES (${id}, 503, 12)`.execute(
    database.db.kysely,
  );
  expect((await tom.get(`/webhooks/deliveries/${id}`)).json()).toMatchObject({
    data: { a: '1' },
    answer: '503',
    attempts: [{ status: 503, error: null, tookMs: 12 }],
  });
  expect(outcomeOf(await tom.get('/webhooks/deliveries/999999999'))).toBe('NOT_FOUND');
});

test('each operator says for themselves what they are told by mail', async () => {
  expect((await tom.get('/notices')).json()).toEqual({ notices: null });
  const said = { on: true, email: 'tom@example.org', everyHours: 8, language: 'zh-Hans' };
  expect(outcomeOf(await tom.post('/notices', said))).toBe('done');
  expect((await tom.get('/notices')).json()).toEqual({ notices: { ...said, sentAt: null } });
  expect((await ada.get('/notices')).json()).toEqual({ notices: null });
  expect((await ada.get('/log?kind=operator-notices-changed')).body).not.toContain('tom@example.org');
});
