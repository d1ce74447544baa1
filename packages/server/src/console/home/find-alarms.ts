import type { MetricSample } from '../../house/metrics/public.ts';

type Rule = {
  readonly alarm: string;
  readonly metric: MetricSample['name'];
  readonly above: number;
  /** The label that says which of several it is about. */
  readonly only?: Readonly<Record<string, string>>;
};

const queue = (alarm: string, name: string, above: number): Rule => ({
  alarm,
  metric: 'wallet_queue_oldest_seconds',
  only: { queue: name },
  above,
});

/**
 * The conditions of `deploy/prometheus/alarms.yml` that the database alone can answer, those that wake somebody first. A test
 * compares them. The rest is about processes, which Prometheus asks.
 */
export const consoleAlarms: readonly Rule[] = [
  { alarm: 'ReserveMissing', metric: 'wallet_reserve_missing', above: 0 },
  { alarm: 'BooksContradict', metric: 'wallet_invariant_broken', above: 0 },
  { alarm: 'LedgerLogChanged', metric: 'wallet_ledger_log_fault', above: 0 },
  { alarm: 'ForeignAct', metric: 'wallet_arrivals_overdue', only: { urgency: 'at-once' }, above: 0 },
  { alarm: 'BreakGlass', metric: 'wallet_break_glass', above: 0 },
  { alarm: 'OperatorKeyNew', metric: 'wallet_operator_keys_new', above: 0 },
  { alarm: 'OperatorKeyRemoved', metric: 'wallet_operator_keys_removed', above: 0 },
  { alarm: 'OperatorRefused', metric: 'wallet_operator_refusals', above: 0 },
  { alarm: 'StandbyMissing', metric: 'wallet_standby_missing', above: 0 },
  { alarm: 'StandbySlow', metric: 'wallet_standby_wait_seconds', above: 1 },
  { alarm: 'ArchiveFails', metric: 'wallet_archive_failing', above: 0 },
  { alarm: 'ChainStalled', metric: 'wallet_chain_fault', above: 0 },
  { alarm: 'DepositsBehind', metric: 'wallet_deposits_behind_blocks', above: 100 },
  { alarm: 'PayoutsStuck', metric: 'wallet_payouts_stuck', above: 0 },
  { alarm: 'BooksUnwatched', metric: 'wallet_books_inspection_age_seconds', above: 1_800 },
  { alarm: 'ReservesUncompared', metric: 'wallet_reserve_sample_age_seconds', above: 900 },
  queue('MessagesLate', 'messages', 300),
  { alarm: 'MessagesUndelivered', metric: 'wallet_messages_failed_share', above: 0.2 },
  { alarm: 'HotWalletLow', metric: 'wallet_hot_missing', above: 0 },
  { alarm: 'FlowStopped', metric: 'wallet_flow_stopped', above: 0 },
  queue('ReviewsLate', 'reviews', 14_400),
  queue('HeldDepositsLate', 'held-deposits', 172_800),
  queue('EntriesLate', 'entries', 86_400),
  queue('ClaimsLate', 'claims', 600),
  { alarm: 'ArrivalsOverdue', metric: 'wallet_arrivals_overdue', only: { urgency: 'soon' }, above: 0 },
  queue('FactorResetWaits', 'factor-resets', 86_400),
  queue('BonusesWait', 'bonuses', 172_800),
  { alarm: 'OrdersStuck', metric: 'wallet_orders_stuck', above: 0 },
  { alarm: 'NodeFault', metric: 'wallet_node_faults', above: 0 },
  { alarm: 'PricesOld', metric: 'wallet_price_age_seconds', above: 900 },
  queue('DistributionLate', 'distributions', 3_600),
  queue('PushesLate', 'pushes', 900),
  { alarm: 'WebhooksParked', metric: 'wallet_webhooks_parked', above: 0 },
  queue('WebhooksLate', 'webhooks', 3_600),
  { alarm: 'MessageProviderDown', metric: 'wallet_message_provider_down', above: 0 },
];

/** Labels that say what an alarm is about, in the words of the operators. */
const telling = ['asset', 'flow', 'node', 'invariant', 'reason', 'what', 'fault', 'source', 'provider'];

export type FoundAlarm = { readonly alarm: string; readonly about: readonly string[] };

/** Whose conditions hold now, each once. Prometheus waits for some of them to last before it tells anybody. */
export function findAlarms(samples: readonly MetricSample[]): readonly FoundAlarm[] {
  return consoleAlarms.flatMap(({ alarm, metric, above, only = {} }) => {
    const found = samples.filter(
      ({ name, labels = {}, value }) =>
        name === metric && value > above && Object.entries(only).every(([label, wanted]) => labels[label] === wanted),
    );
    if (found.length === 0) return [];
    const about = found.flatMap(({ labels = {} }) => telling.flatMap((label) => labels[label] ?? []));
    return [{ alarm, about: [...new Set(about)] }];
  });
}
