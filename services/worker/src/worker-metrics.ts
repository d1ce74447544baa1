import type { Clock } from '@tern/base/clock';
import { blockMsOf } from '@tern/config/block-ms';
import type { Config } from '@tern/config/config';
import { hotSettings } from '@tern/config/hot-settings';
import { installedAssets } from '@tern/config/installed-assets';
import { openCommitTimes } from '@tern/db/time-commits';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import {
  measureProcess,
  measureState,
  renderMetrics,
  type MeasureStateDeps,
  type MetricSample,
} from '@tern/server/house/metrics/public';
import { readDiskUse } from './read-disk-use.ts';
import type { StepState } from './run-steps.ts';
import type { WorkerWorld } from './worker-world.ts';

export type WorkerMetricsDeps = MeasureStateDeps & {
  readonly clock: Clock;
  readonly startedAt: Date;
  /** Share of the disk in use, 0 to 1; undefined where the system does not say. */
  readonly diskUse: () => Promise<number | undefined>;
};

/** What the metrics of a worker of this configuration are read from. */
export function workerMetricsDeps(
  config: Config,
  { db, clock, log }: Pick<WorkerWorld, 'db' | 'clock' | 'log'>,
): WorkerMetricsDeps {
  return {
    db,
    commitTimes: openCommitTimes(db),
    clock,
    startedAt: clock.now(),
    stallLimits: stallLimitsOf({ blockMs: blockMsOf(config), confirmations: 19 }),
    hotSettings: hotSettings(config),
    assets: Object.values(installedAssets(config)),
    onFault: (error) => log.error({ err: error }, 'the metrics of the database could not be read'),
    diskUse: () => readDiskUse(config.dataDir),
  };
}

/** The worker's page for Prometheus: its steps, what waits and what the house has. Never rejects. */
export function openWorkerMetrics(deps: WorkerMetricsDeps): (now: WorkerNow) => Promise<string> {
  const ownProcess = measureProcess();
  return async (now) => {
    const [state, own] = await Promise.all([measureState(deps), measureWorker(deps, now)]);
    return renderMetrics([...own, ...state, ...ownProcess()]);
  };
}

type WorkerNow = { readonly steps: readonly StepState[]; readonly waits: boolean };

/** What the worker alone can say of itself: its steps, its signer and its disk. */
export async function measureWorker(
  { clock, startedAt, diskUse }: Pick<WorkerMetricsDeps, 'clock' | 'startedAt' | 'diskUse'>,
  { steps, waits }: WorkerNow,
): Promise<readonly MetricSample[]> {
  const used = await diskUse();
  const nowMs = clock.nowMs();
  return [
    ...steps.flatMap((step) => stepSamples(step, nowMs - (step.lastGoodAt ?? startedAt).getTime())),
    ...relaySamples(steps),
    ...standbySamples(steps),
    { name: 'wallet_worker_waits', value: Number(waits) },
    ...(used === undefined ? [] : [{ name: 'wallet_disk_used_share' as const, value: used }]),
  ];
}

function stepSamples({ name, handled, faults, failures }: StepState, idleMs: number): readonly MetricSample[] {
  const labels = { step: name };
  return [
    { name: 'wallet_step_handled_total', labels, value: handled },
    { name: 'wallet_step_faults_total', labels, value: faults },
    { name: 'wallet_step_failures', labels, value: failures },
    { name: 'wallet_step_idle_seconds', labels, value: idleMs / 1000 },
  ];
}

function standbySamples(steps: readonly StepState[]): readonly MetricSample[] {
  const { inStep, behind } = steps.find(({ name }) => name === 'watch-standby')?.details ?? {};
  if (typeof inStep !== 'boolean') return [];
  return [
    { name: 'wallet_signer_standby_in_step', value: Number(inStep) },
    { name: 'wallet_signer_standby_behind', value: Number(behind) },
  ];
}

function relaySamples(steps: readonly StepState[]): readonly MetricSample[] {
  const { connected, taken, refused } = steps.find(({ name }) => name === 'wallet-relay')?.details ?? {};
  if (typeof connected !== 'boolean') return [];
  const messages = Object.entries({ taken, refused }).map(([result, items]) => ({
    name: 'wallet_relay_messages_total' as const,
    labels: { result },
    value: Number(items ?? 0),
  }));
  return [{ name: 'wallet_relay_connected', value: Number(connected) }, ...messages];
}
