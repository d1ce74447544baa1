import { randomUUID } from 'node:crypto';
import type { ComplaintView } from '@tern/contracts/routes/complaints';
import type { ConsoleComplaintView } from '@tern/contracts/routes/console-complaints';
import type { MessageView } from '@tern/contracts/routes/messages';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: a complaint reaches operators as it was written, is answered once, and the answer reaches whoever filed it; a hold
// on the account changes nothing about that, and no flood of them helps anybody.

let wallet: TestApi;
let console: TestConsole;
let [ada, ben, olga] = [] as unknown as [OperatorBrowser, OperatorBrowser, OperatorBrowser];
let [mara, nils] = [] as unknown as [Browser, Browser];
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  [ada, ben, olga] = [
    await console.operator('ada', 'administrator'),
    await console.operator('ben', 'reviewer'),
    await console.operator('olga', 'treasurer'),
  ];
  [mara, nils] = [openBrowser(wallet.app), openBrowser(wallet.app)];
  await registerByMail(wallet, mara, 'mara@example.org');
  await registerByMail(wallet, nils, 'nils@example.org');
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect([...console.faults, ...wallet.faults]).toEqual([]));

const text = 'The transfer of Monday was rejected.\nNobody told me why.';
const complaint = (changes: object = {}) => ({
  key: randomUUID(),
  subject: 'A rejected transfer',
  text,
  recordId: null,
  ...changes,
});
const file = (by: Browser, changes: object = {}) => by.post('/api/complaints', complaint(changes));
const own = async (by: Browser) => (await by.get('/api/complaints')).json<{ complaints: ComplaintView[] }>().complaints;
const listed = async (by: OperatorBrowser) =>
  (await by.get('/complaints')).json<{ complaints: ConsoleComplaintView[] }>().complaints;
const personIdOf = async (mail: string): Promise<string> => {
  const { rows } = await wallet.database.db.pool.query<{ person_id: string }>(
    'SELECT person_id FROM contacts WHERE value = $1',
    [mail],
  );
  return rows[0]?.person_id ?? '';
};

test('H23 a complaint is filed while the account is on hold, answered once, and the answer reaches whoever filed it', async () => {
  const personId = await personIdOf('mara@example.org');
  const held = await ben.sign('/people/hold/question', {
    id: personId,
    to: 'frozen',
    reason: 'security',
    days: 3,
    note: 'A report',
  });
  expect((await ben.post('/people/hold', held)).statusCode).toBe(200);

  const filed = await file(mara);
  expect(filed.statusCode).toBe(200);
  const { id, filedAt, dueAt } = filed.json<ComplaintView>();
  expect(new Date(dueAt).getTime() - new Date(filedAt).getTime()).toBe(15 * 86_400_000);
  expect(await own(mara)).toMatchObject([{ id, subject: 'A rejected transfer', text, answer: null }]);
  expect(await own(nils)).toEqual([]);

  const [waiting] = await listed(ben);
  expect(waiting).toMatchObject({ id, personId, text, overdue: false, answer: null });
  const answer = { id, text: 'We had mistaken the address for another.\nIt is on its way again.' };
  expect((await ben.post('/complaints/answer', answer)).statusCode).toBe(200);
  expect((await ada.post('/complaints/answer', { ...answer, text: 'Something else entirely.' })).json()).toMatchObject({
    code: 'DECISION_REFUSED',
    data: { reason: 'already-so' },
  });
  expect((await own(mara))[0]?.answer?.text).toBe(answer.text);
  expect((await listed(ada))[0]?.answer).toMatchObject({ text: answer.text, by: 'ben' });
  const { messages } = (await mara.get('/api/messages')).json<{ messages: MessageView[] }>();
  expect(messages.filter(({ about }) => about === 'complaint')).toMatchObject([{ complaintId: id, read: false }]);
  const { actions } = (await ada.get(`/log?subject=${id}`)).json<{ actions: object[] }>();
  expect(actions).toMatchObject([{ kind: 'complaint-answered', operator: 'ben' }]);
});

test('the same complaint sent many times at once is one', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => file(nils, { key })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((each) => each.json<ComplaintView>().id)).size).toBe(1);
  expect(await own(nils)).toHaveLength(1);
});

test.each([
  ['a subject that is empty', { subject: '  ' }, 'COMPLAINT_INVALID'],
  ['a subject that is too long', { subject: 'x'.repeat(121) }, 'COMPLAINT_INVALID'],
  ['a text that says nothing', { text: 'Help!' }, 'COMPLAINT_INVALID'],
  ['a text that is too long', { text: '\u{1F426}'.repeat(4_001) }, 'COMPLAINT_INVALID'],
  ['characters nobody sees', { text: 'Send it to \u202Egnp.exe please' }, 'COMPLAINT_INVALID'],
  ['a record that is nobody’s', { recordId: randomUUID() }, 'NOT_FOUND'],
  ['no key', { key: 'again' }, 'INPUT_INVALID'],
])('%s is refused, and nothing is filed', async (_, changes, code) => {
  const before = await own(nils);
  expect((await file(nils, changes)).json()).toMatchObject({ code });
  expect(await own(nils)).toEqual(before);
});

test('the longest text fits, and a record that is another person’s does not', async () => {
  expect((await file(nils, { text: '\u{1F426}'.repeat(4_000) })).statusCode).toBe(200);
  const { rows } = await wallet.database.db.pool.query<{ id: string }>(
    `INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
     SELECT gen_random_uuid(), person_id, id, 'incoming', 'in', 'success', 'chain', 'usdt', 1, 'deposit', gen_random_uuid()
       FROM wallets WHERE person_id = $1 LIMIT 1 RETURNING id`,
    [await personIdOf('mara@example.org')],
  );
  const recordId = rows[0]?.id;
  expect((await file(nils, { recordId })).json()).toMatchObject({ code: 'NOT_FOUND' });
  expect((await file(mara, { recordId })).json()).toMatchObject({ recordId });
});

test('the sixth complaint within a day is refused with the time to wait, and the ones before stay', async () => {
  const before = (await own(mara)).length;
  const answers: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) answers.push((await file(mara)).statusCode);
  expect(answers.at(-1)).toBe(429);
  expect(await own(mara)).toHaveLength(before + answers.filter((status) => status === 200).length);
  expect(await own(mara)).toHaveLength(5);
});

test('who must not answer cannot: no session, a role without the right, an operator near to the person', async () => {
  expect((await openBrowser(wallet.app).get('/api/complaints')).json()).toMatchObject({ code: 'LOGIN_EXPIRED' });
  expect((await olga.get('/complaints')).json()).toMatchObject({ code: 'ROLE_MISSING' });
  const open = (await listed(ben)).find(({ answer }) => answer === null);
  const answer = { id: open?.id, text: 'An answer of somebody near.' };
  expect((await olga.post('/complaints/answer', answer)).json()).toMatchObject({ code: 'ROLE_MISSING' });
  const near = await console.operator('near', 'reviewer');
  expect((await near.post('/people/own', { id: open?.personId, note: 'My sister' })).statusCode).toBe(200);
  expect((await near.post('/complaints/answer', answer)).json()).toMatchObject({ data: { reason: 'own-account' } });
  expect((await ben.post('/complaints/answer', { ...answer, text: 'Hidden \u200B\u202E here' })).json()).toMatchObject({
    data: { reason: 'text-invalid' },
  });
  expect((await listed(ben)).find(({ id }) => id === open?.id)?.answer).toBeNull();
});

test('what is overdue is marked, and the most urgent is first', async () => {
  const later = (await listed(ben)).findLast(({ answer }) => answer === null);
  await wallet.database.db.pool.query(
    `UPDATE complaints SET due_at = clock_timestamp() - interval '1 minute' WHERE id = $1`,
    [later?.id],
  );
  expect((await listed(ben))[0]).toMatchObject({ id: later?.id, overdue: true });
});
