import { call } from '@orpc/server';
import { manualClock, type ManualClock } from '@tern/base/clock';
import type { AnnouncementId, OperatorId } from '@tern/base/ids';
import { flowField } from '@tern/contracts/routes/console-flows';
import type { StatusView } from '@tern/contracts/routes/status';
import { openDatabase, type Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { stallLimitsOf } from '../../chain/chain-view/public.ts';
import { watchBooks } from '../../house/invariants/public.ts';
import { reconcile } from '../../house/reconciliation/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../house/treasury/testing/treasury-world.ts';
import { watchHead } from '../../money/deposits/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { ApiContext } from '../../platform/api-context.ts';
import { decideAnnouncement, writeAnnouncement } from '../announcements/write-announcement.ts';
import { switchFlow } from '../flows/switch-flow.ts';
import { behindMax } from './find-incidents.ts';
import { recordIncidents } from './record-incidents.ts';
import { statusRouter } from './routes.ts';

// Goal: whatever stops, is late or is missing stands on the public page by itself, as long as it lasts and afterwards.
// Method: a chain, a signer and books of their own; each state is brought about as it comes about, and read through the
// route that everybody may call.

const rules = { stallLimits: stallLimitsOf({ blockMs: 3_000, confirmations: 19 }), behindMax };
const hourMs = 3_600_000;

let world: TreasuryWorld;
let clock: ManualClock;
let [ada, ben] = [] as unknown as [OperatorId, OperatorId];
beforeAll(async () => {
  world = await openTreasuryWorld('status');
  clock = manualClock(new Date('2026-01-02T03:04:05Z'));
  [ada, ben] = [
    await addOperator(world.database.db, { name: 'ada' }),
    await addOperator(world.database.db, { name: 'ben' }),
  ];
});
afterAll(() => world.close());

function openRoute(db: Database = world.database.asApi): (language?: string) => Promise<StatusView> {
  const router = statusRouter({ db, clock, rules, limitReads: async () => undefined });
  const context = { ip: '192.0.2.1', session: null } as ApiContext;
  return (language) => call(router.status, { language }, { context });
}

/** What a visitor reads now. */
const look = (language?: string): Promise<StatusView> => openRoute()(language);
const step = () => recordIncidents({ db: world.database.asWorker, rules });
const kindsOf = (incidents: StatusView['incidents']) =>
  incidents.map(({ kind, flow, assetId }) => [kind, flow ?? assetId]);
const statesOf = ({ services }: StatusView) =>
  Object.fromEntries(services.filter(({ state }) => state !== 'running').map(({ service, state }) => [service, state]));

async function compare(): Promise<void> {
  const { db, contracts } = world.treasury;
  const { node, accounts } = world;
  expect(
    await reconcile({ db, nodes: [node], accounts, contracts, depositsPerRound: 20, report: () => undefined }),
  ).toBe(true);
}

/** The books say that more, or less, lies in the hot wallet than does. */
async function bookFunding(amount: bigint, kind: 'treasury-funding' | 'treasury-return'): Promise<void> {
  await transact(world.database.db, async (tx) => {
    const [hot, capital] = [await houseAccount(tx, 'custody:hot', 'trx'), await houseAccount(tx, 'capital', 'trx')];
    const into = kind === 'treasury-funding';
    const leg = {
      debit: into ? hot : capital,
      credit: into ? capital : hot,
      asset: 'trx' as const,
      amount: units(amount),
    };
    await postJournal(tx, {
      key: `status:${kind}:${amount}`,
      kind,
      legs: [{ ...leg, code: into ? 'funding' : 'return' }],
    });
  });
}

test('a service with nothing wrong says so, part by part', async () => {
  await watchHead(world.reader, { limit: 100 });
  await step();
  const status = await look();
  expect(status).toMatchObject({ incidents: [], history: [], announcements: [] });
  expect(status.services).toEqual(flowField.options.map((service) => ({ service, state: 'running', since: null })));
});

test('H23 a reserve gap is on the page after one comparison, with what is missing, and stays in its history', async () => {
  await bookFunding(7n, 'treasury-funding');
  await compare();
  const open = await look();
  expect(open.incidents).toMatchObject([{ kind: 'reserve-gap', assetId: 'trx', missing: '7', until: null }]);
  expect(statesOf(open)).toEqual({ swaps: 'limited', rewards: 'limited' });
  await step();
  await bookFunding(5n, 'treasury-return');
  await compare();
  expect((await look()).incidents).toMatchObject([{ missing: '2' }]);
  await step();

  await bookFunding(2n, 'treasury-return');
  await compare();
  await step();
  const after = await look();
  expect(statesOf(after)).toEqual({});
  expect(after.incidents).toEqual([]);
  // The most that was missing, not the last.
  expect(after.history).toMatchObject([{ kind: 'reserve-gap', assetId: 'trx', missing: '7' }]);
  const [past] = after.history;
  expect(past?.since).toBe(open.incidents[0]?.since);
  expect(new Date(past?.until ?? 0).getTime()).toBeGreaterThan(new Date(past?.since ?? 0).getTime());
});

test('H23 money lost on chain is on the page, without the address or the person it belonged to', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 150_000_000n);
  await world.settle();
  await world.asIssuer('addBlackList(address)', wallet.address);
  await world.settle();
  await world.asIssuer('destroyBlackFunds(address)', wallet.address);
  await world.settle();
  await compare();
  const status = await look();
  expect(status.incidents).toMatchObject([{ kind: 'reserve-gap', assetId: 'usdt', missing: '150000000' }]);
  expect(JSON.stringify(status)).not.toContain(wallet.address);
  // The watch over the books tells of the same gap: it is one incident, not two.
  const breach = { invariant: 'I09' as const, finding: `deposit ${wallet.address}: 150000000 of usdt are missing` };
  await watchBooks({ db: world.database.asWorker, findOthers: async () => [breach], onBreach: () => undefined });
  expect(kindsOf((await look()).incidents)).toEqual([['reserve-gap', 'usdt']]);
  await world.database.db.pool.query('DELETE FROM book_alarms');
  await world.database.db.pool.query('UPDATE reserve_gaps SET closed_at = clock_timestamp() WHERE closed_at IS NULL');
  await step();
});

test.each(flowField.options)(
  'H23 stopping %s shows at once and says nothing of the operator or the reason',
  async (flow) => {
    const reason = 'Suspicious sign-ins from one network';
    await switchFlow(world.database.asConsole, { flow, to: 'stopped', note: reason, operatorId: ada });
    const status = await look();
    expect(kindsOf(status.incidents)).toEqual([['flow-stopped', flow]]);
    expect(statesOf(status)).toEqual({ [flow]: 'stopped' });
    expect(status.services.find(({ service }) => service === flow)?.since).toBe(status.incidents[0]?.since);
    for (const secret of [reason, ada, 'ada']) expect(JSON.stringify(status)).not.toContain(secret);
    await step();
    await switchFlow(world.database.asConsole, { flow, to: 'running', note: 'All clear', operatorId: ada });
    await step();
    const after = await look();
    expect(after.incidents).toEqual([]);
    expect(after.history[0]).toMatchObject({ kind: 'flow-stopped', flow, since: status.incidents[0]?.since });
  },
);

test.each(['head_moved_at', 'solid_moved_at'])(
  'H23 a chain whose %s stands still is shown within minutes, and since when',
  async (column) => {
    await world.chain.admin.mine(1);
    await watchHead(world.reader, { limit: 100 });
    expect((await look()).incidents).toEqual([]);
    // What an hour of the database's clock would bring is brought by moving the time it compares with.
    const stallMs = rules.stallLimits.stallMs + 1_000;
    expect(stallMs).toBeLessThan(hourMs);
    await world.database.db.pool.query(
      `UPDATE chain_heads SET ${column} = clock_timestamp() - make_interval(secs => ${stallMs / 1_000})`,
    );
    const status = await look();
    expect(kindsOf(status.incidents)).toEqual([['chain-stalled', null]]);
    expect(statesOf(status)).toEqual({ deposits: 'delayed', withdrawals: 'delayed' });
    await step();
    await world.chain.admin.mine(20);
    await watchHead(world.reader, { limit: 100 });
    await step();
    const after = await look();
    expect(after.incidents).toEqual([]);
    expect(after.history[0]).toMatchObject({ kind: 'chain-stalled', since: status.incidents[0]?.since });
  },
);

test('H23 deposits that wait to be booked are late, with the time that was written down', async () => {
  await world.settle();
  await world.chain.admin.mine(behindMax + 1);
  await watchHead(world.reader, { limit: 1_000 });
  const [first] = (await look()).incidents;
  expect(first).toMatchObject({ kind: 'deposits-late' });
  await step();
  const status = await look();
  expect(statesOf(status)).toEqual({ deposits: 'delayed' });
  expect(new Date(status.incidents[0]?.since ?? 0).getTime()).toBeLessThan(Date.now());
  expect((await look()).incidents[0]?.since).toBe(status.incidents[0]?.since);
  await world.settle();
  await watchHead(world.reader, { limit: 1_000 });
  await step();
  expect((await look()).history[0]).toMatchObject({ kind: 'deposits-late', since: status.incidents[0]?.since });
});

test('H23 a worker that is gone is shown while it is, and afterwards', async () => {
  await world.database.db.pool.query(
    `UPDATE service_inspections SET inspected_at = clock_timestamp() - interval '181 seconds'`,
  );
  const status = await look();
  expect(kindsOf(status.incidents)).toEqual([['processing-stopped', null]]);
  expect(statesOf(status)).toEqual({ deposits: 'delayed', withdrawals: 'delayed', rewards: 'delayed' });
  await step();
  const after = await look();
  expect(after.incidents).toEqual([]);
  expect(after.history[0]).toMatchObject({ kind: 'processing-stopped', since: status.incidents[0]?.since });
  await step();
  expect((await look()).history.filter(({ kind }) => kind === 'processing-stopped')).toHaveLength(1);
});

test('H23 books that contradict themselves are told, what they contradict is not', async () => {
  const breach = { invariant: 'I13' as const, finding: 'a withdrawal has no stored reply' };
  onTestFinished(async () => {
    await world.database.db.pool.query('DELETE FROM book_alarms');
    await step();
  });
  await world.database.db.pool.query('UPDATE book_inspections SET inspected_at = NULL, claimed_until = NULL');
  await watchBooks({ db: world.database.asWorker, findOthers: async () => [breach], onBreach: () => undefined });
  const status = await look();
  expect(kindsOf(status.incidents)).toEqual([['books-broken', null]]);
  expect(JSON.stringify(status)).not.toContain('stored reply');
  expect(JSON.stringify(status)).not.toContain(breach.invariant);
});

test('H23 a database that does not answer is told, with what was known before', async () => {
  const db = openDatabase({ url: world.database.apiUrl, applicationName: 'status' });
  const route = openRoute(db);
  const { history } = await route();
  expect(history.length).toBeGreaterThan(0);
  await db.close();
  clock.advance(10_000);
  const down = await route();
  expect(down.incidents).toMatchObject([{ kind: 'database-down', since: clock.now().toISOString() }]);
  expect(new Set(down.services.map(({ state }) => state))).toEqual(new Set(['stopped']));
  expect(down.history).toEqual(history);
  clock.advance(10_000);
  expect((await route()).incidents[0]?.since).toBe(down.incidents[0]?.since);
});

test('a crowd that looks asks the database once in five seconds', async () => {
  const route = openRoute();
  await route();
  await switchFlow(world.database.asConsole, { flow: 'swaps', to: 'stopped', note: 'A test', operatorId: ada });
  const seen = await Promise.all(Array.from({ length: 100 }, () => route()));
  expect(seen.every(({ incidents }) => incidents.length === 0)).toBe(true);
  clock.advance(5_000);
  expect((await route()).incidents).toHaveLength(1);
  await switchFlow(world.database.asConsole, { flow: 'swaps', to: 'running', note: 'A test', operatorId: ada });
});

test('announcements to everybody are read without a login, in one’s language, once released and due; no others', async () => {
  const minutes = (away: number) => new Date(Date.now() + away * 60_000).toISOString();
  const write = (title: string, changes: object = {}) =>
    writeAnnouncement(world.database.asConsole, {
      operatorId: ada,
      input: {
        texts: { en: { title, body: 'From Monday on.' }, de: { title: `${title}, deutsch`, body: 'Ab Montag.' } },
        publicIds: null,
        sendAt: minutes(-1),
        ...changes,
      },
    });
  const decide = (id: AnnouncementId, decision: 'release' | 'withdraw') =>
    decideAnnouncement(world.database.asConsole, { said: { id, decision }, operatorId: ben });
  await write('A draft');
  await decide(await write('For later', { sendAt: minutes(60) }), 'release');
  await decide(await write('Withdrawn'), 'withdraw');
  const some = await write('For one person');
  const { personId } = await world.newWallet();
  await transact(world.database.db, async (tx) => {
    await sql`UPDATE announcements SET person_ids = ARRAY[${personId}::uuid] WHERE id = ${some}`.execute(tx);
    await recordOperatorAction(tx, { operatorId: ada, kind: 'announcement-written', subject: some });
  });
  await decide(some, 'release');
  const id = await write('New coins');
  await decide(id, 'release');

  const title = 'New coins';
  expect((await look()).announcements).toMatchObject([{ id, title, body: 'From Monday on.', language: 'en' }]);
  expect((await look('de')).announcements).toMatchObject([{ title: `${title}, deutsch`, language: 'de' }]);
  for (const other of ['fr', '', '__proto__', 'constructor'])
    expect((await look(other)).announcements).toMatchObject([{ title, language: 'en' }]);
});
