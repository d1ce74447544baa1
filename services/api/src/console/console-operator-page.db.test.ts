import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: the page of an operator says with what they sign, whether they are in, what is proposed, and everything they did or that
// was done about them. Method: the console over HTTP with software passkeys; one administrator proposes, another approves.

let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const proposed = async (browser: OperatorBrowser, said: Record<string, unknown>): Promise<{ id: string }> =>
  (await browser.post('/operators', await browser.sign('/operators/question', { note: 'For a test', ...said }))).json();
const decide = async (browser: OperatorBrowser, id: string) =>
  browser.post(
    '/operators/decision',
    await browser.sign('/operators/decision/question', { id, decision: 'carry-out' }),
  );

type Detail = {
  readonly role: string;
  readonly disabledAt: string | null;
  readonly keys: readonly {
    readonly transports: string[];
    readonly addedAt: string;
    readonly usedAt: string | null;
  }[];
  readonly session: { readonly seenAt: string } | null;
  readonly proposal: { readonly kind: string; readonly proposedAt: string; readonly approvableUntil: string } | null;
};
const detail = async (name: string): Promise<Detail> => (await ada.get(`/operators/by-name/${name}`)).json();

test('the page of an operator shows the keys, the session, what is proposed and its end', async () => {
  const gail = await console.operator('gail', 'reviewer');
  const before = await detail('gail');
  expect(before).toMatchObject({ role: 'reviewer', proposal: null, disabledAt: null });
  expect(before.keys).toHaveLength(1);
  expect(before.session).not.toBeNull();
  await gail.signIn();
  expect((await detail('gail')).keys[0]?.usedAt).not.toBeNull();
  const { id } = await proposed(ada, { kind: 'disable', name: 'gail' });
  const { proposal } = await detail('gail');
  expect(proposal?.kind).toBe('disable');
  const days = (Date.parse(proposal?.approvableUntil ?? '') - Date.parse(proposal?.proposedAt ?? '')) / 86_400_000;
  expect(days).toBe(7);
  await decide(ben, id);
  const after = await detail('gail');
  expect(after).toMatchObject({ proposal: null, session: null });
  expect(after.disabledAt).not.toBeNull();
  expect(outcomeOf(await ada.get('/operators/by-name/nobody-here'))).toBe('NOT_FOUND');
  expect(outcomeOf(await ada.get('/operators/by-name/nobody-here/history'))).toBe('NOT_FOUND');
  expect(outcomeOf(await ada.get('/operators/by-name/NOT%20A%20NAME'))).toBe('INPUT_INVALID');
});

test('the history has what an operator did and what was done about them, page by page, and nothing of others', async () => {
  const hugo = await console.operator('hugo', 'administrator');
  type Row = {
    seq: number;
    kind: string;
    operator: string;
    from: string | null;
    role: string | null;
    name: string | null;
  };
  const history = async (before?: number): Promise<{ actions: Row[]; next: number | null }> =>
    (await ada.get(`/operators/by-name/hugo/history${before === undefined ? '' : `?before=${before}`}`)).json();
  await decide(ben, (await proposed(ada, { kind: 'role', name: 'hugo', role: 'viewer' })).id);
  // Another operator's matter.
  await console.operator('hugo-2', 'reviewer');
  await decide(ben, (await proposed(ada, { kind: 'role', name: 'hugo-2', role: 'viewer' })).id);
  const { actions } = await history();
  expect(actions.slice(0, 2)).toMatchObject([
    { kind: 'operator-role-changed', operator: 'ben', from: 'administrator', role: 'viewer' },
    { kind: 'operator-change-proposed', operator: 'ada', name: 'hugo' },
  ]);
  expect(actions.map(({ kind }) => kind)).toContain('operator-passkey-added');
  expect(actions.every(({ operator, name }) => operator === 'hugo' || name === 'hugo')).toBe(true);
  for (let signedIn = 0; signedIn < 35; signedIn += 1) await hugo.signIn();
  const first = await history();
  expect(first.actions).toHaveLength(30);
  const second = await history(first.next ?? 0);
  expect(second.next).toBeNull();
  const all = [...first.actions, ...second.actions].map(({ seq }) => seq);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(all.toSorted((one, other) => other - one));
  expect(second.actions.map(({ kind }) => kind)).toContain('operator-passkey-added');
});
