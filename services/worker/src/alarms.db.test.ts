import { manualClock } from '@tern/base/clock';
import { newId } from '@tern/base/ids';
import { loadConfig } from '@tern/config/load-config';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { addParts } from '@tern/ledger/add-parts';
import { metricCatalogue } from '@tern/server/house/metrics/public';
import { holds, readAlarmRules, readMetrics } from '@tern/testkit/alarm-rules';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSteps, type StepState } from './run-steps.ts';
import { serveWorkerHealth } from './serve-worker-health.ts';
import { openWorkerMetrics, workerMetricsDeps, type WorkerMetricsDeps } from './worker-metrics.ts';

// Goal: every alarm about the worker's metrics fires in the state it is about, and is silent before. Method: the rule's own
// condition over the page Prometheus reads, with the database brought into that state in a transaction that is rolled back.
const root = new URL('../../..', import.meta.url).pathname;
const rules = new Map(readAlarmRules().map((rule) => [rule.alert, rule]));
const start = new Date('2026-11-01T00:00:00Z');
let database: TestDatabase;
let deps: WorkerMetricsDeps;
let faults: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const config = loadConfig({ TERN_PROFILE: 'test', DATA_DIR: root });
  deps = {
    ...workerMetricsDeps(config, { db: database.db, clock: manualClock(start), log: pino({ level: 'silent' }) }),
    diskUse: () => Promise.resolve(0.5),
    onFault: (error) => void faults.push(error),
  };
});
afterAll(() => database.drop());

type Now = Parameters<ReturnType<typeof openWorkerMetrics>>[0];
const well: StepState = {
  name: 'distribute',
  ticks: 1,
  handled: 2,
  lastGoodAt: start,
  failures: 0,
  faults: 0,
  lastFault: null,
};

const page = (changed: Partial<WorkerMetricsDeps> = {}, now: Partial<Now> = {}): Promise<string> =>
  openWorkerMetrics({ ...deps, ...changed })({ steps: [well], waits: false, ...now });

/** An empty installation has no hot wallet to fill. */
const noFloor = () => {
  const none = { shareBasisPoints: 0n, minimum: deps.hotSettings.usdt.minimum, floorPercent: 0n };
  return { usdt: none, trx: none, reward: none };
};

function fires(alert: string, now: string): boolean {
  const rule = rules.get(alert);
  if (rule === undefined) throw new Error(`no rule ${alert}`);
  return holds(rule.expr, now);
}

/** What the page says while rows with these values are there, whatever else such rows must have. */
async function pageWith(plants: readonly (readonly [table: string, values: Readonly<Record<string, unknown>>])[]) {
  let said = '';
  await database.db.kysely
    .transaction()
    .execute(async (tx) => {
      for (const [table, values] of plants) {
        await loosen(tx, table);
        const columns = Object.keys(values).map((name) => sql.ref(name));
        await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) OVERRIDING SYSTEM VALUE
                  VALUES (${sql.join(Object.values(values))})`.execute(tx);
      }
      said = await page({ db: { ...database.db, kysely: tx }, hotSettings: noFloor() });
      throw new Error('taken back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'taken back') throw error;
    });
  return said;
}

/** Lets a row stand without what it refers to, within a transaction that does not stay. */
async function loosen(tx: Database['kysely'], table: string): Promise<void> {
  await sql`SET LOCAL session_replication_role = replica`.execute(tx);
  await sql
    .raw(
      `DO $$
    DECLARE r record; BEGIN
      FOR r IN SELECT conname FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'c' LOOP
        EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', r.conname); END LOOP;
      FOR r IN SELECT attname FROM pg_attribute a WHERE attrelid = '${table}'::regclass AND attnum > 0 AND attnotnull AND attidentity = ''
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)) LOOP
        EXECUTE format('ALTER TABLE ${table} ALTER COLUMN %I DROP NOT NULL', r.attname); END LOOP;
    END $$`,
    )
    .execute(tx);
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const id = newId();

const states: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, unknown>>])[]>> = {
  BooksContradict: [['book_alarms', { invariant: 'I01', finding: 'usdt: 1 too much' }]],
  LedgerLogChanged: [['ledger_log_faults', { name: 'head', finding: 'the log up to 2026-11-29 has another hash' }]],
  ReserveMissing: [['reserve_gaps', { asset_id: 'usdt', subject: 'hot', missing: '5000000', block_number: '7' }]],
  ReservesUncompared: [['reserve_samples', { place: 'hot', asset_id: 'usdt', at: daysAgo(1) }]],
  ChainStalled: [
    [
      'chain_heads',
      {
        singleton: true,
        head_number: '9',
        head_time: daysAgo(1),
        solid_number: '5',
        solid_time: daysAgo(1),
        head_moved_at: daysAgo(1),
        solid_moved_at: daysAgo(1),
      },
    ],
  ],
  DepositsBehind: [
    [
      'chain_heads',
      { singleton: true, head_number: '900', head_time: daysAgo(0), solid_number: '881', solid_time: daysAgo(0) },
    ],
    ['deposit_cursor', { singleton: true, block_number: '700', block_id: 'ab', block_time: daysAgo(0) }],
  ],
  PayoutsStuck: [
    ['withdrawals', { id, asset_id: 'usdt', state: 'broadcast', settlement: 'chain', changed_at: daysAgo(1) }],
  ],
  OrdersStuck: [
    [
      'treasury_orders',
      { id, kind: 'stake', asset_id: 'trx', amount: '1', state: 'ready', cost_max_sun: '0', waiting_for: 'node' },
    ],
  ],
  // Old enough for this alarm, too young for the one about payments that are stuck.
  ReviewsLate: [['withdrawals', { id, asset_id: 'usdt', state: 'under-review', changed_at: daysAgo(0.25) }]],
  HeldDepositsLate: [['deposit_cases', { deposit_id: id, opened_at: daysAgo(0), until: daysAgo(-0.9) }]],
  EntriesLate: [['activity_entries', { id, submitted_at: daysAgo(2) }]],
  ClaimsLate: [['participations', { id, state: 'claimed', claimed_at: daysAgo(1) }]],
  ForeignAct: [
    ['quarantined_inflows', { tx_id: 'ab', reason: 'unknown-outflow', subject: 'a', created_at: daysAgo(0.01) }],
  ],
  ArrivalsOverdue: [['token_freezes', { asset: 'usdt' }]],
  MessagesLate: [['outbox', { id, state: 'waiting', created_at: daysAgo(1) }]],
  MessagesUndelivered: Array.from({ length: 10 }, (_, each) => [
    'message_tries',
    { outbox_id: newId(), slot: 'sms', state: each < 3 ? 'undelivered' : 'delivered', handed_at: daysAgo(0) },
  ]),
  NodeFault: [['node_reports', { node: 'two', asked_at: daysAgo(0), version: '', faults: ['a'], notes: [] }]],
  MessageProviderDown: [['message_providers', { slot: 'sms', failures: 3, down_until: daysAgo(-1) }]],
  PushesLate: [['push_outbox', { message_id: id, subscription_id: id, created_at: daysAgo(1) }]],
  WebhooksParked: [
    ['webhooks', { id, name: 'Books' }],
    ['webhook_deliveries', { webhook_id: id, subject: 'a', state: 'parked', created_at: daysAgo(4) }],
  ],
  WebhooksLate: [
    ['webhooks', { id, name: 'Books' }],
    ['webhook_deliveries', { webhook_id: id, subject: 'a', created_at: daysAgo(1) }],
  ],
  BonusesWait: [['bonus_grants', { campaign: 'activation', person_id: id, state: 'review', created_at: daysAgo(3) }]],
  DistributionLate: [['distributions', { id, state: 'settling', ends_at: daysAgo(1) }]],
  FactorResetWaits: [['factor_resets', { id, ready_at: daysAgo(2) }]],
  OperatorRefused: [
    ['operator_actions', { id: '1', kind: 'decision-refused', details: { reason: 'own-account' }, at: daysAgo(0) }],
  ],
  OperatorKeyNew: [['operator_passkeys', { id, operator_id: id, name: 'Safe', decides_money_from: daysAgo(-1) }]],
  OperatorKeyRemoved: [['operator_passkeys', { id, operator_id: id, ended_at: daysAgo(2), end_reason: 'removed' }]],
  BreakGlass: [['break_glass_requests', { id, operator_id: id, started_at: daysAgo(0) }]],
  FlowStopped: [['flow_stops', { flow: 'swaps', reason: 'drill' }]],
  ProcessSilent: [['process_beats', { process: 'api', place: 'one:1', beat_at: daysAgo(0.01) }]],
  MetricsUnread: [
    ['process_beats', { process: 'api', place: 'one:1', beat_at: daysAgo(0), metrics_read_at: daysAgo(0.004) }],
  ],
  PricesOld: [['prices', { asset_id: 'trx', source: 'pair', at: daysAgo(1), price: '1', confirmed_at: daysAgo(1) }]],
};

test('a new installation raises no alarm', async () => {
  const quiet = await page({ hotSettings: noFloor() });
  expect([...rules.keys()].filter((alert) => alert !== 'ProcessDown' && fires(alert, quiet))).toEqual([]);
});

test.each(Object.entries(states))('the alarm %s fires in its state, and no other with it', async (alert, plants) => {
  faults = [];
  const said = await pageWith(plants);
  expect(faults).toEqual([]);
  expect([...rules.keys()].filter((each) => fires(each, said))).toEqual([alert]);
});

test('the alarm BooksUnwatched fires where the last look is long ago', async () => {
  const said = await database.db.kysely.transaction().execute(async (tx) => {
    await sql`UPDATE book_inspections SET inspected_at = ${daysAgo(1)}`.execute(tx);
    return await page({ db: { ...database.db, kysely: tx }, hotSettings: noFloor() });
  });
  expect(fires('BooksUnwatched', said)).toBe(true);
  await sql`UPDATE book_inspections SET inspected_at = NULL`.execute(database.db.kysely);
});

test('the alarm HotWalletLow fires where the hot wallet holds less than its floor', async () => {
  expect(fires('HotWalletLow', await page())).toBe(true);
});

test('the alarm DatabaseDown fires where the database does not answer, and steps are told all the same', async () => {
  faults = [];
  const gone = await createTestDatabase();
  await gone.drop();
  const said = await page({ db: gone.db });
  expect(fires('DatabaseDown', said)).toBe(true);
  expect(faults).toHaveLength(1);
  expect(readMetrics(said)).toContainEqual({
    name: 'wallet_step_handled_total',
    labels: { step: 'distribute' },
    value: 2,
  });
});

test('the alarm StandbyMissing fires where commits wait for a standby that is not there, and only there', async () => {
  const withStandbys = (awaited: boolean, attached: number) =>
    page({ hotSettings: noFloor(), standbys: () => Promise.resolve({ awaited, attached }) });
  expect(fires('StandbyMissing', await withStandbys(true, 0))).toBe(true);
  expect(fires('StandbyMissing', await withStandbys(true, 1))).toBe(false);
  expect(fires('StandbyMissing', await withStandbys(false, 0))).toBe(false);
});

test('the alarm StandbySlow fires where a commit has waited for a standby for more than a second, and only there', async () => {
  const withTimes = (seconds: number, standbySeconds: number) =>
    page({ hotSettings: noFloor(), commitTimes: () => Promise.resolve({ seconds, standbySeconds }) });
  expect(fires('StandbySlow', await withTimes(2.5, 2.5))).toBe(true);
  // It is the disk then, or the processor: a standby would not help.
  expect(fires('StandbySlow', await withTimes(2.5, 0))).toBe(false);
  expect(fires('StandbySlow', await withTimes(0.01, 0))).toBe(false);
});

test('the alarm ArchiveFails fires where the last copy of the log failed, and only there', async () => {
  const withArchive = (on: boolean, failing: boolean) =>
    page({
      hotSettings: noFloor(),
      archive: () => Promise.resolve({ on, failing, command: 'cp', copiedSecondsAgo: null }),
    });
  expect(fires('ArchiveFails', await withArchive(true, true))).toBe(true);
  expect(fires('ArchiveFails', await withArchive(true, false))).toBe(false);
  expect(fires('ArchiveFails', await withArchive(false, true))).toBe(false);
});

test('the alarm LedgerRoomLow fires where the next part of the entries was not made, long before one is needed', async () => {
  const leave = (room: number): Promise<unknown> =>
    sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - ${room}::bigint)`.execute(database.db.kysely);
  await leave(140_000_000);
  const late = await page({ hotSettings: noFloor() });
  expect([...rules.keys()].filter((alert) => alert !== 'ProcessDown' && fires(alert, late))).toEqual(['LedgerRoomLow']);
  await transact(database.asWorker, addParts);
  expect(fires('LedgerRoomLow', await page())).toBe(false);
});

test('the alarms DiskFull, StepIdle and WorkerWaitsForSigner fire in their states', async () => {
  expect(fires('DiskFull', await page({ diskUse: () => Promise.resolve(0.9) }))).toBe(true);
  expect(fires('WorkerWaitsForSigner', await page({}, { waits: true }))).toBe(true);
  const clock = manualClock(new Date(start.getTime() + 3 * 3_600_000));
  expect(fires('StepIdle', await page({ clock }))).toBe(true);
});

test('the alarm RelayAway fires while there is no way to the relay, and is silent where none is set', async () => {
  const withRelay = (connected: boolean) =>
    page({ hotSettings: noFloor() }, { steps: [well, { ...well, name: 'wallet-relay', details: { connected } }] });
  expect(fires('RelayAway', await withRelay(false))).toBe(true);
  expect(fires('RelayAway', await withRelay(true))).toBe(false);
  expect(fires('RelayAway', await page())).toBe(false);
});

test('the alarm SignerStandbyAway fires while the standby does not answer, and is silent where there is none', async () => {
  const withStandby = (inStep: boolean) =>
    page(
      { hotSettings: noFloor() },
      { steps: [well, { ...well, name: 'watch-standby', details: { inStep, behind: 3 } }] },
    );
  expect(fires('SignerStandbyAway', await withStandby(false))).toBe(true);
  expect(fires('SignerStandbyAway', await withStandby(true))).toBe(false);
  expect(fires('SignerStandbyAway', await page())).toBe(false);
});

test('the page tells what came of the relay’s messages', async () => {
  const details = { connected: true, taken: 7, refused: 2 };
  const said = readMetrics(await page({}, { steps: [{ ...well, name: 'wallet-relay', details }] }));
  const messages = said.filter(({ name }) => name === 'wallet_relay_messages_total');
  expect(messages.map(({ labels, value }) => [labels['result'], value])).toEqual([
    ['taken', 7],
    ['refused', 2],
  ]);
  expect(said.filter(({ name }) => name === 'wallet_connections').map(({ labels }) => labels['phase'])).toEqual([
    'pairing',
    'proposed',
    'settling',
    'active',
  ]);
});

test('the alarm StepFails fires where a step fails again and again, as the page itself tells it', async () => {
  const stopping = new AbortController();
  const fifth = Promise.withResolvers<void>();
  const running = runSteps({
    steps: [{ name: 'reconcile', tick: () => Promise.reject(new Error('no node')), idleMs: 1 }],
    clock: manualClock(start),
    signal: stopping.signal,
    chainMoved: new EventTarget(),
    onError: () => {
      if ((running.states[0]?.failures ?? 0) >= 5) fifth.resolve();
    },
    isFlowOpen: () => Promise.resolve(true),
  });
  const metrics = openWorkerMetrics(deps);
  const health = await serveWorkerHealth({
    host: '127.0.0.1',
    token: undefined,
    findHindrances: () => Promise.resolve([]),
    port: 0,
    states: () => running.states,
    broken: () => [],
    waitingFor: () => undefined,
    metrics: () => metrics({ steps: running.states, waits: false }),
  });
  try {
    await fifth.promise;
    const answer = await fetch(`http://127.0.0.1:${health.port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    expect(fires('StepFails', await answer.text())).toBe(true);
  } finally {
    stopping.abort();
    await running.finished;
    await health.close();
  }
  // What is gone does not answer, which is what Prometheus then says of it.
  const up = await fetch(`http://127.0.0.1:${health.port}/metrics`).then(
    () => 1,
    () => 0,
  );
  expect(fires('ProcessDown', `up ${up}\n`)).toBe(true);
});

test('the rules ask only for metrics that there are', () => {
  const metrics = [...rules.values()].flatMap(({ expr }) => expr.match(/wallet_[a-z_]+/g) ?? []);
  const known = Object.keys(metricCatalogue);
  expect(metrics.filter((name) => !known.includes(name.replace(/_(?:bucket|sum|count)$/, '')))).toEqual([]);
});
