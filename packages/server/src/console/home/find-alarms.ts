import type { MetricSample } from '../../house/metrics/public.ts';

type Rule = {
  readonly alarm: string;
  readonly metric: MetricSample['name'];
  /** The condition holds beyond this number, on the side that is there. */
  readonly limit: { readonly above: number } | { readonly below: number };
  /** The label that says which of several it is about. */
  readonly only?: Readonly<Record<string, string>>;
};

const queue = (alarm: string, name: string, above: number): Rule => ({
  alarm,
  metric: 'wallet_queue_oldest_seconds',
  only: { queue: name },
  limit: { above },
});

/**
 * The conditions of `deploy/prometheus/alarms.yml` that the database can answer, those that wake somebody first: from its state,
 * or by what processes tell of themselves. A test compares them. What is left are rates, which Prometheus alone computes, and
 * that the database itself does not answer.
 */
export const consoleAlarms: readonly Rule[] = [
  { alarm: 'ProcessSilent', metric: 'wallet_process_silent', limit: { above: 0 } },
  { alarm: 'WorkerWaitsForSigner', metric: 'wallet_worker_waits', limit: { above: 0 } },
  { alarm: 'StepFails', metric: 'wallet_step_failures', limit: { above: 4 } },
  { alarm: 'StepIdle', metric: 'wallet_step_idle_seconds', limit: { above: 7_200 } },
  { alarm: 'SignerStandbyAway', metric: 'wallet_signer_standby_in_step', limit: { below: 1 } },
  { alarm: 'LedgerRoomLow', metric: 'wallet_ledger_room_transfers', limit: { below: 150_000_000 } },
  { alarm: 'DiskFull', metric: 'wallet_disk_used_share', limit: { above: 0.85 } },
  { alarm: 'ReserveMissing', metric: 'wallet_reserve_missing', limit: { above: 0 } },
  { alarm: 'BooksContradict', metric: 'wallet_invariant_broken', limit: { above: 0 } },
  { alarm: 'LedgerLogChanged', metric: 'wallet_ledger_log_fault', limit: { above: 0 } },
  { alarm: 'ForeignAct', metric: 'wallet_arrivals_overdue', only: { urgency: 'at-once' }, limit: { above: 0 } },
  { alarm: 'BreakGlass', metric: 'wallet_break_glass', limit: { above: 0 } },
  { alarm: 'OperatorKeyNew', metric: 'wallet_operator_keys_new', limit: { above: 0 } },
  { alarm: 'OperatorKeyRemoved', metric: 'wallet_operator_keys_removed', limit: { above: 0 } },
  { alarm: 'OperatorRefused', metric: 'wallet_operator_refusals', limit: { above: 0 } },
  { alarm: 'StandbyMissing', metric: 'wallet_standby_missing', limit: { above: 0 } },
  { alarm: 'StandbySlow', metric: 'wallet_standby_wait_seconds', limit: { above: 1 } },
  { alarm: 'ArchiveFails', metric: 'wallet_archive_failing', limit: { above: 0 } },
  { alarm: 'ChainStalled', metric: 'wallet_chain_fault', limit: { above: 0 } },
  { alarm: 'DepositsBehind', metric: 'wallet_deposits_behind_blocks', limit: { above: 100 } },
  { alarm: 'PayoutsStuck', metric: 'wallet_payouts_stuck', limit: { above: 0 } },
  { alarm: 'BooksUnwatched', metric: 'wallet_books_inspection_age_seconds', limit: { above: 1_800 } },
  { alarm: 'ReservesUncompared', metric: 'wallet_reserve_sample_age_seconds', limit: { above: 900 } },
  queue('MessagesLate', 'messages', 300),
  { alarm: 'MessagesUndelivered', metric: 'wallet_messages_failed_share', limit: { above: 0.2 } },
  { alarm: 'HotWalletLow', metric: 'wallet_hot_missing', limit: { above: 0 } },
  { alarm: 'FlowStopped', metric: 'wallet_flow_stopped', limit: { above: 0 } },
  queue('ReviewsLate', 'reviews', 14_400),
  queue('HeldDepositsLate', 'held-deposits', 172_800),
  queue('EntriesLate', 'entries', 86_400),
  queue('ClaimsLate', 'claims', 600),
  { alarm: 'ArrivalsOverdue', metric: 'wallet_arrivals_overdue', only: { urgency: 'soon' }, limit: { above: 0 } },
  queue('FactorResetWaits', 'factor-resets', 86_400),
  queue('BonusesWait', 'bonuses', 172_800),
  { alarm: 'OrdersStuck', metric: 'wallet_orders_stuck', limit: { above: 0 } },
  { alarm: 'NodeFault', metric: 'wallet_node_faults', limit: { above: 0 } },
  { alarm: 'PricesOld', metric: 'wallet_price_age_seconds', limit: { above: 900 } },
  queue('DistributionLate', 'distributions', 3_600),
  queue('PushesLate', 'pushes', 900),
  { alarm: 'WebhooksParked', metric: 'wallet_webhooks_parked', limit: { above: 0 } },
  queue('WebhooksLate', 'webhooks', 3_600),
  { alarm: 'RelayAway', metric: 'wallet_relay_connected', limit: { below: 1 } },
  { alarm: 'MetricsUnread', metric: 'wallet_metrics_unread_seconds', limit: { above: 300 } },
  { alarm: 'MessageProviderDown', metric: 'wallet_message_provider_down', limit: { above: 0 } },
];

/** Labels that say what an alarm is about, in the words of the operators. */
const telling = [
  'process',
  'step',
  'asset',
  'flow',
  'node',
  'invariant',
  'reason',
  'what',
  'fault',
  'source',
  'provider',
];

export type FoundAlarm = { readonly alarm: string; readonly about: readonly string[] };

/** Whether a sample is what this rule is about, and past its limit. Pure. */
function meets({ metric, limit, only = {} }: Rule, { name, labels = {}, value }: MetricSample): boolean {
  if (name !== metric || !Object.entries(only).every(([label, wanted]) => labels[label] === wanted)) return false;
  return 'above' in limit ? value > limit.above : value < limit.below;
}

/** Those samples by which an alarm of the first page fires. Pure. */
export function firingSamples(samples: readonly MetricSample[]): readonly MetricSample[] {
  return samples.filter((sample) => consoleAlarms.some((rule) => meets(rule, sample)));
}

/** Whose conditions hold now, each once. Prometheus waits for some of them to last before it tells anybody. */
export function findAlarms(samples: readonly MetricSample[]): readonly FoundAlarm[] {
  return consoleAlarms.flatMap((rule) => {
    const found = samples.filter((sample) => meets(rule, sample));
    if (found.length === 0) return [];
    const about = found.flatMap(({ labels = {} }) => telling.flatMap((label) => labels[label] ?? []));
    return [{ alarm: rule.alarm, about: [...new Set(about)] }];
  });
}
