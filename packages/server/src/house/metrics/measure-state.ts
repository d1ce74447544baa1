import { flowField } from '@tern/contracts/routes/console-flows';
import type { DbReader, Database } from '@tern/db/database';
import { readArchive, type Archive } from '@tern/db/read-archive';
import { readStandbys, type Standbys } from '@tern/db/read-standbys';
import type { CommitTimes } from '@tern/db/time-commits';
import { readRoom } from '@tern/ledger/add-parts';
import type { Asset } from '@tern/money/asset';
import { findChainFault, findChainHeads, type ChainFault, type StallLimits } from '../../chain/chain-view/public.ts';
import { listNodeReports } from '../../chain/nodes/public.ts';
import { listOpenGaps } from '../../chain/reserves/public.ts';
import { findCreditedBlock, listOverdue } from '../../money/deposits/public.ts';
import { listStuckPayouts } from '../../money/payouts/public.ts';
import { countBreakGlass, countKeyChanges, countRefusals } from '../../people/operators/public.ts';
import { countForMetrics as countConnections } from '../../people/wallet-connections/public.ts';
import { listFlowStops } from '../../platform/flow-stops/public.ts';
import { invariantIds, listBrokenInvariants } from '../invariants/public.ts';
import { listLogFaults, logChecks } from '../ledger-log/public.ts';
import { listProcesses, type ProcessState } from '../processes/public.ts';
import { listStuckOrders, readHotState, readHouseMoney, type HotSettings } from '../treasury/public.ts';
import type { MetricSample } from './catalogue.ts';
import { measureMessages } from './measure-messages.ts';
import { countParked, selectInspectionAges, selectPriceAges, selectQueues } from './state-store.ts';

export type MeasureStateDeps = {
  readonly db: Database;
  readonly stallLimits: StallLimits;
  readonly hotSettings: HotSettings;
  readonly assets: readonly Asset[];
  /** Who follows the server; read from it when absent. */
  readonly standbys?: () => Promise<Standbys>;
  /** How long a commit takes, by making one. */
  readonly commitTimes: () => Promise<CommitTimes>;
  /** What the server says of its backup; read from it when absent. */
  readonly archive?: () => Promise<Archive>;
  /** Told why there are no samples. */
  readonly onFault: (error: unknown) => void;
};

/**
 * What the books, the queues and the chain look like now; of every process it says the same, so the worker alone is asked.
 * A database that does not answer is itself a sample: whoever watches has to see it.
 */
export async function measureState(deps: MeasureStateDeps): Promise<readonly MetricSample[]> {
  try {
    const { kysely } = deps.db;
    const parts = await Promise.all([
      measureQueues(deps.db),
      measureChain(kysely, deps.stallLimits),
      measureMessages(kysely),
      measureConnections(kysely),
      measureBooks(kysely),
      measureReserves(kysely, deps),
      measureStandbys(deps),
      measureArchive(deps),
      measureRoom(kysely),
      listProcesses(kysely).then(processSamples),
    ]);
    return [{ name: 'wallet_database_up', value: 1 }, ...parts.flat()];
  } catch (error) {
    deps.onFault(error);
    return [{ name: 'wallet_database_up', value: 0 }];
  }
}

/** Without its standby, or with one that is slow, a server confirms nothing, and reads go on as if nothing had happened. */
async function measureStandbys({
  db,
  standbys = () => readStandbys(db.kysely),
  commitTimes,
}: MeasureStateDeps): Promise<readonly MetricSample[]> {
  const [{ awaited, attached }, { seconds, standbySeconds }] = await Promise.all([standbys(), commitTimes()]);
  return [
    { name: 'wallet_commit_seconds', value: seconds },
    { name: 'wallet_standby_wait_seconds', value: standbySeconds },
    { name: 'wallet_standbys', value: attached },
    { name: 'wallet_standby_missing', value: Number(awaited && attached === 0) },
  ];
}

/** A server whose backup is away goes on as before, until its disk is full. */
async function measureArchive({
  db,
  archive = () => readArchive(db.kysely),
}: MeasureStateDeps): Promise<readonly MetricSample[]> {
  const { on, failing } = await archive();
  return [{ name: 'wallet_archive_failing', value: Number(on && failing) }];
}

/** Which processes do not report any more, and whose metrics nobody reads any more. Pure. */
function processSamples(processes: readonly ProcessState[]): readonly MetricSample[] {
  return [...Map.groupBy(processes, ({ process }) => process)].flatMap(([process, those]) => {
    const live = those.filter(({ state }) => state === 'live');
    const unread = live.flatMap(({ metricsUnreadSeconds }) => metricsUnreadSeconds ?? []);
    return [
      // What was stopped counts where none of its kind runs in its place.
      { name: 'wallet_process_silent', labels: { process }, value: those.length - live.length },
      ...(unread.length === 0
        ? []
        : [{ name: 'wallet_metrics_unread_seconds' as const, labels: { process }, value: Math.max(...unread) }]),
    ];
  });
}

/** Without a part for them entries are refused, and with them everything that moves money. */
async function measureRoom(db: DbReader): Promise<readonly MetricSample[]> {
  return [{ name: 'wallet_ledger_room_transfers', value: await readRoom(db) }];
}

async function measureQueues(db: Database): Promise<readonly MetricSample[]> {
  const [queues, stopped, { payouts }, orders, overdue, refusals, breakGlass, keys, prices, parked] = await Promise.all(
    [
      selectQueues(db.kysely),
      listFlowStops(db.kysely),
      listStuckPayouts(db),
      listStuckOrders(db),
      listOverdue(db),
      countRefusals(db.kysely),
      countBreakGlass(db.kysely),
      countKeyChanges(db.kysely),
      selectPriceAges(db.kysely),
      countParked(db.kysely),
    ],
  );
  return [
    ...flowField.options.map((flow) => ({
      name: 'wallet_flow_stopped' as const,
      labels: { flow },
      value: Number(stopped.some((stop) => stop.flow === flow)),
    })),
    ...queues.flatMap(({ queue, items, oldestSeconds }) => [
      { name: 'wallet_queue_items' as const, labels: { queue }, value: items },
      { name: 'wallet_queue_oldest_seconds' as const, labels: { queue }, value: oldestSeconds },
    ]),
    { name: 'wallet_payouts_stuck', value: payouts.length },
    { name: 'wallet_orders_stuck', value: orders.length },
    ...overdue.map(({ what, urgency, items }) => ({
      name: 'wallet_arrivals_overdue' as const,
      labels: { what, urgency },
      value: items,
    })),
    ...refusals.map(({ reason, tries }) => ({
      name: 'wallet_operator_refusals' as const,
      labels: { reason },
      value: tries,
    })),
    { name: 'wallet_break_glass', value: breakGlass },
    { name: 'wallet_operator_keys_new', value: keys.added },
    { name: 'wallet_operator_keys_removed', value: keys.removed },
    { name: 'wallet_webhooks_parked', value: parked },
    ...prices.map(({ assetId, source, seconds }) => ({
      name: 'wallet_price_age_seconds' as const,
      labels: { asset: assetId, source },
      value: seconds,
    })),
  ];
}

async function measureConnections(db: DbReader): Promise<readonly MetricSample[]> {
  const { connections, requests } = await countConnections(db);
  return [
    ...connections.map(({ phase, items }) => ({
      name: 'wallet_connections' as const,
      labels: { phase },
      value: items,
    })),
    ...requests.map(({ state, items }) => ({
      name: 'wallet_connection_requests' as const,
      labels: { state },
      value: items,
    })),
  ];
}

const chainFaults: readonly ChainFault[] = ['head-stalled', 'solid-stalled', 'solid-behind'];

async function measureChain(db: DbReader, limits: StallLimits): Promise<readonly MetricSample[]> {
  const [heads, credited, reports] = await Promise.all([
    findChainHeads(db),
    findCreditedBlock(db),
    listNodeReports(db),
  ]);
  const nodes = reports.map(({ node, faults }) => ({
    name: 'wallet_node_faults' as const,
    labels: { node },
    value: faults.length,
  }));
  if (heads === undefined) return nodes;
  const found = findChainFault(heads, limits);
  const creditedBlock = credited?.number ?? heads.solidNumber;
  return [
    ...nodes,
    { name: 'wallet_chain_head_block', value: heads.headNumber },
    { name: 'wallet_chain_solid_block', value: heads.solidNumber },
    { name: 'wallet_chain_credited_block', value: creditedBlock },
    { name: 'wallet_deposits_behind_blocks', value: Math.max(0, heads.solidNumber - creditedBlock) },
    ...chainFaults.map((fault) => ({
      name: 'wallet_chain_fault' as const,
      labels: { fault },
      value: Number(fault === found),
    })),
  ];
}

async function measureBooks(db: DbReader): Promise<readonly MetricSample[]> {
  const [broken, logFaults, { sampleSeconds, booksSeconds }] = await Promise.all([
    listBrokenInvariants(db),
    listLogFaults(db),
    selectInspectionAges(db),
  ]);
  return [
    ...invariantIds.map((invariant) => ({
      name: 'wallet_invariant_broken' as const,
      labels: { invariant },
      value: Number(broken.includes(invariant)),
    })),
    ...logChecks.map((check) => ({
      name: 'wallet_ledger_log_fault' as const,
      labels: { check },
      value: Number(logFaults.some(({ name }) => name === check)),
    })),
    { name: 'wallet_books_inspection_age_seconds', value: booksSeconds },
    { name: 'wallet_reserve_sample_age_seconds', value: sampleSeconds },
  ];
}

async function measureReserves(
  db: DbReader,
  { assets, hotSettings }: Pick<MeasureStateDeps, 'assets' | 'hotSettings'>,
): Promise<readonly MetricSample[]> {
  const gaps = await listOpenGaps(db);
  const samples: MetricSample[] = [];
  for (const { id: assetId, decimals } of assets) {
    const [money, hot] = await Promise.all([readHouseMoney(db, assetId), readHotState(db, assetId, hotSettings)]);
    const missing = gaps.filter((gap) => gap.assetId === assetId).reduce((sum, gap) => sum + gap.missing, 0n);
    const held = Object.values(money.custody).reduce((sum, amount) => sum + amount, 0n);
    const lacking = hot.verdict.verdict === 'below' ? hot.verdict.missing : 0n;
    const add = (name: MetricSample['name'], amount: bigint): void =>
      void samples.push({ name, labels: { asset: assetId }, value: inCoins(amount, decimals) });
    add('wallet_reserve_owed', money.owed);
    add('wallet_reserve_held', held);
    add('wallet_reserve_missing', missing);
    add('wallet_hot_available', hot.available);
    add('wallet_hot_floor', hot.level.floor);
    add('wallet_hot_missing', lacking);
  }
  return samples;
}

/** A float, which is exact enough for a curve and nothing else. */
function inCoins(amount: bigint, decimals: number): number {
  return Number(amount) / 10 ** decimals;
}
