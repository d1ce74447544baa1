import { randomUUID } from 'node:crypto';
import type { WaitingView } from '@tern/contracts/routes/console-home';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import type { RefusedAddressView, RefusedListView, ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cold, openConsoleWorld, payee, randomAddress, sender, type ConsoleWorld } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: two administrators alone change a list of refused addresses, what was found stands beside the send it holds, and everybody
// in the console reads both. Method: the console's own routes, on a send that waits for operators.
let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
let eve: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
  tom = await console.operator('tom', 'treasurer');
  eve = await console.operator('eve', 'viewer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Change = { list?: string; asOf?: string; reason?: string; add?: readonly string[]; remove?: readonly string[] };
const changeOf = (change: Change) => ({
  kind: 'refused-addresses',
  list: 'Sanctions',
  source: 'https://lists.example.org',
  asOf: '2026-11-01',
  reason: 'legal-order',
  add: [],
  remove: [],
  ...change,
});
async function propose(by: OperatorBrowser, change: Change): Promise<string> {
  const said = { content: changeOf(change), note: 'The list of this month' };
  const asked = await by.post('/changes/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return (await by.post('/changes', await by.sign('/changes/question', said))).json<{ id: string }>().id;
}
async function carryOut(by: OperatorBrowser, id: string): Promise<string> {
  const asked = await by.post('/changes/decision/question', { id, decision: 'carry-out' });
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return outcomeOf(
    await by.post('/changes/decision', await by.sign('/changes/decision/question', { id, decision: 'carry-out' })),
  );
}
const both = async (change: Change): Promise<string> => carryOut(ben, await propose(ada, change));
const lists = async (): Promise<readonly RefusedListView[]> =>
  (await eve.get('/screening/lists')).json<{ lists: RefusedListView[] }>().lists;
type Page = { addresses: RefusedAddressView[]; next: string | null };
const addressesOf = async (query: string): Promise<Page> =>
  (await eve.get(`/screening/addresses?${query}`)).json<Page>();

/** How many proposals about lists wait, and how many of them this operator may decide. */
const waitsFor = async (by: OperatorBrowser): Promise<string> => {
  const { kinds } = (await by.get('/home/waiting')).json<WaitingView>();
  const found = kinds.find(({ kind }) => kind === 'screening');
  expect(kinds.find(({ kind }) => kind === 'funds')?.items).toBe(0);
  return `${found?.mine} of ${found?.items}`;
};

test('O01 a list is changed by two administrators, each of whom signs every address of the change; nobody else', async () => {
  expect(await propose(tom, { add: [sender] })).toBe('ROLE_MISSING');
  const question = await ada.post('/changes/question', { content: changeOf({ add: [sender, cold] }), note: 'For us' });
  expect(question.body).toContain(`2: ${sender} ${cold}`);
  const id = await propose(ada, { add: [sender, cold] });
  expect([await waitsFor(ben), await waitsFor(ada), await waitsFor(tom)]).toEqual(['1 of 1', '0 of 1', '0 of 1']);
  expect(await carryOut(ada, id)).toBe('proposed-by-you');
  expect(await carryOut(tom, id)).toBe('ROLE_MISSING');
  expect(await lists()).toEqual([]);
  expect(await carryOut(ben, id)).toBe('done');
  expect(await lists()).toEqual([
    { list: 'Sanctions', addresses: 2, source: 'https://lists.example.org', asOf: '2026-11-01' },
  ]);
  const found = await eve.get(`/screening/address?address=${cold}`);
  expect(found.json()).toEqual({
    listings: [{ list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' }],
  });
});

test('what comes off a list holds nothing any more, and can come back', async () => {
  expect(await both({ remove: [sender] })).toBe('done');
  expect((await addressesOf('list=Sanctions')).addresses.map(({ address }) => address)).toEqual([cold]);
  expect(await propose(ada, { remove: [sender] })).toBe('not-listed');
  expect(await propose(ada, { add: [cold] })).toBe('listed-already');
  expect(await both({ add: [sender], remove: [cold], reason: 'suspected-fraud', asOf: '2026-11-02' })).toBe('done');
  expect((await addressesOf('list=Sanctions')).addresses).toMatchObject([
    { address: sender, reason: 'suspected-fraud', asOf: '2026-11-02' },
  ]);
});

test('two changes of one list at once: the second meets what the first has done', async () => {
  const [one, other] = [await propose(ada, { add: [cold] }), await propose(ben, { add: [cold] })];
  // Each with a passkey of their own: the counter of one passkey goes up from use to use, and two at once may arrive swapped.
  const outcomes = await Promise.all([carryOut(ben, one), carryOut(ada, other)]);
  expect(outcomes.toSorted()).toEqual(['done', 'listed-already']);
  expect((await addressesOf('list=Sanctions')).addresses).toHaveLength(2);
});

test('what is no change of a list is refused with its reason', async () => {
  const { address } = await world.person();
  const refused: readonly (readonly [Change, string])[] = [
    [{ add: [`${cold.slice(0, -1)}${cold.endsWith('1') ? '2' : '1'}`] }, 'address-invalid'],
    [{ add: [address], list: 'Other' }, 'listed-own'],
    [{ add: [payee], list: 'Other', asOf: '2099-01-01' }, 'list-ahead'],
    [{}, 'INPUT_INVALID'],
    [{ add: [payee, payee], list: 'Other' }, 'INPUT_INVALID'],
    [{ add: [payee], remove: [payee], list: 'Other' }, 'INPUT_INVALID'],
    [{ add: ['not an address'], list: 'Other' }, 'INPUT_INVALID'],
    [{ add: [payee], list: 'Other', asOf: '2026-02-30' }, 'INPUT_INVALID'],
    [{ add: [payee], list: 'Other', reason: 'security' }, 'INPUT_INVALID'],
  ];
  for (const [change, reason] of refused) expect([change, await propose(ada, change)]).toEqual([change, reason]);
  expect((await lists()).map(({ list }) => list)).toEqual(['Sanctions']);
});

test('the addresses of a long list come page by page, each once', async () => {
  const add = Array.from({ length: 60 }, randomAddress);
  expect(await both({ list: 'Long', add })).toBe('done');
  const first = await addressesOf('list=Long');
  const second = await addressesOf(`list=Long&after=${first.next}`);
  expect([first.addresses.length, second.addresses.length, second.next]).toEqual([50, 10, null]);
  const seen = [...first.addresses, ...second.addresses].map(({ address }) => address);
  expect(seen).toEqual(add.toSorted((one, other) => (one < other ? -1 : 1)));
});

test('a send that meets a list is held as a case; its evidence stands in the inbox, beside it, and in what is signed', async () => {
  const id = await world.transfer(await world.person());
  expect(await both({ list: 'Frauds', reason: 'suspected-fraud', add: [payee] })).toBe('done');
  const said = { id, decision: 'approve', note: 'looks fine' };
  const signed = await tom.sign('/reviews/question', said);
  expect(outcomeOf(await tom.post('/reviews/decision', signed))).toBe('receiver-listed');
  const listing = {
    list: 'Frauds',
    source: 'https://lists.example.org',
    asOf: '2026-11-01',
    reason: 'suspected-fraud',
  };
  const open = (await eve.get('/screening/open')).json<{ cases: ScreeningCaseView[] }>().cases;
  expect(open).toMatchObject([
    { id, kind: 'send', address: payee, reason: 'suspected-fraud', evidence: [listing], state: 'under-review' },
  ]);
  const { screening } = (await eve.get(`/reviews/${id}`)).json<ReviewCaseView>();
  expect(screening).toMatchObject({ reason: 'suspected-fraud', until: open[0]?.until, evidence: [listing] });
  expect((await tom.post('/reviews/question', said)).body).toContain('Frauds: https://lists.example.org, 2026-11-01');
  const rejected = { id, decision: 'reject', reason: 'receiver-risk', note: 'known to us' };
  expect(outcomeOf(await tom.post('/reviews/decision', await tom.sign('/reviews/question', rejected)))).toBe(
    'rejected',
  );
  expect((await eve.get('/screening/open')).json()).toEqual({ cases: [], next: null });
  expect((await eve.get('/screening/ended')).json()).toMatchObject({
    cases: [{ id, state: 'rejected' }],
    next: null,
  });
});

test('a held deposit stands in the inbox with what was found, waits for those who may decide, and is released once', async () => {
  const mara = await world.person();
  const { id, txId, until } = await holdDeposit(database, mara);
  const list = { list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' };
  const row = {
    kind: 'deposit',
    id,
    amount: '25000000',
    address: sender,
    reason: 'legal-order',
    evidence: [list],
    until,
  };
  expect((await eve.get('/screening/open')).json()).toMatchObject({ cases: [{ ...row, state: 'under-review' }] });
  expect((await eve.get(`/screening/deposits/${id}`)).json()).toMatchObject({
    ...row,
    ...{ toAddress: payee, txId, personId: mara.personId, publicId: mara.publicId, decidedBy: null, endedAt: null },
  });
  const waiting = (await tom.get('/home/waiting')).json<WaitingView>().kinds;
  expect(waiting.find(({ kind }) => kind === 'held-deposits')).toMatchObject({
    ...{ items: 1, mine: 1, due: until, dueIs: 'lapse', first: id },
  });
  expect((await eve.get(`/people/${mara.personId}/money`)).json()).toMatchObject({
    held: [{ depositId: id, withdrawalId: null, held: '25000000', state: 'under-review', due: until }],
  });
  const said = { id, note: 'An exchange, asked by mail' };
  expect(outcomeOf(await ada.post('/screening/question', said))).toBe('ROLE_MISSING');
  const question = await tom.post('/screening/question', said);
  expect(question.body).toContain('Sanctions: https://lists.example.org, 2026-11-01');
  const release = async () =>
    (await tom.post('/screening/release', await tom.sign('/screening/question', said))).statusCode;
  expect(await release()).toBe(200);
  expect(outcomeOf(await tom.post('/screening/question', said))).toBe('not-open');
  const ended = { id, state: 'released', decidedBy: 'tom' };
  expect((await eve.get(`/screening/deposits/${id}`)).json()).toMatchObject(ended);
  expect((await eve.get('/screening/open')).json()).toEqual({ cases: [], next: null });
  expect((await eve.get('/screening/ended')).json<{ cases: ScreeningCaseView[] }>().cases).toContainEqual(
    expect.objectContaining({ id, kind: 'deposit', state: 'released' }),
  );
  expect((await eve.get(`/screening/deposits/${randomUUID()}`)).statusCode).toBe(404);
});

test('H08 no number of small deposits hides a large one: the largest value first, page by page, and no transfer of a person is lost', async () => {
  const [mara, other] = [await world.person(), await world.person()];
  const transfer = await world.transfer(mara);
  const hold = (value: bigint | null) =>
    value === null
      ? holdDeposit(database, mara, { usdtValue: null })
      : holdDeposit(database, mara, { amount: units(value) });
  for (let small = 0; small < 101; small += 1) await hold(10_000n + BigInt(small % 3));
  const [large, unpriced] = [(await hold(9_000_000_000n)).id, (await hold(null)).id];
  const anothers = (await holdDeposit(database, other, { amount: units(10_003n) })).id;
  const seen: ScreeningCaseView[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await eve.get(`/screening/open${cursor === '' ? '' : `?cursor=${cursor}`}`);
    const page = answer.json<{ cases: ScreeningCaseView[]; next: string | null }>();
    expect(page.cases.length).toBeLessThanOrEqual(50);
    seen.push(...page.cases);
    cursor = page.next;
  }
  expect(seen.map(({ id }) => id).slice(0, 3)).toEqual([unpriced, large, anothers]);
  expect(seen.map(({ usdtValue }) => usdtValue).slice(0, 4)).toEqual([null, '9000000000', '10003', '10002']);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(104);
  expect(seen).toHaveLength(104);
  type Money = { held: { depositId: string | null; withdrawalId: string | null }[]; further: number };
  const { held, further } = (await eve.get(`/people/${mara.personId}/money`)).json<Money>();
  const deposits = held.flatMap(({ depositId }) => depositId ?? []);
  expect([deposits.length, further]).toEqual([100, 3]);
  expect(deposits).toEqual(expect.arrayContaining([large, unpriced]));
  expect(held.flatMap(({ withdrawalId }) => withdrawalId ?? [])).toEqual([transfer]);
  for (const cursor of ['x', '-1.' + large, `1.${large}x`, '%00'])
    expect((await eve.get(`/screening/open?cursor=${cursor}`)).statusCode).toBe(400);
});

test('X07 the console cannot change a list past what two operators decide in the same transaction', async () => {
  const run = (query: RawBuilder<unknown>) => query.execute(database.asConsole.kysely);
  const forged = (list: string, address: string) => sql`
    INSERT INTO refused_addresses (list, address, source, as_of, reason, added_by)
    SELECT ${list}, ${address}, 'https://lists.example.org', '2026-11-01', 'legal-order', id FROM house_changes
     WHERE state = 'done' AND content ->> 'list' = 'Long' LIMIT 1`;
  for (const list of ['Long', 'Sanctions'])
    await expect(run(forged(list, payee))).rejects.toThrow('is not what two operators decided');
  await expect(
    run(sql`UPDATE refused_addresses SET removed_by = added_by, removed_at = now() WHERE list = 'Long'`),
  ).rejects.toThrow('is not what two operators decided');
  await expect(run(sql`DELETE FROM refused_addresses`)).rejects.toThrow('permission denied');
});
