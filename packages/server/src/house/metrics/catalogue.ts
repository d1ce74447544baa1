export type MetricKind = 'counter' | 'gauge' | 'histogram' | 'summary';

type Definition = { readonly kind: MetricKind; readonly labels: readonly string[]; readonly help: string };

/**
 * Everything that is measured. The dashboard and the alarms in `deploy/` may name nothing else, which a test compares.
 * Amounts are whole coins as floats, for curves and thresholds alone: the books are read from the books.
 */
export const metricCatalogue = {
  wallet_step_handled_total: {
    kind: 'counter',
    labels: ['step'],
    help: 'Items that a step of the worker has handled since its start.',
  },
  wallet_step_faults_total: {
    kind: 'counter',
    labels: ['step'],
    help: 'Failed ticks of a step since its start.',
  },
  wallet_step_failures: { kind: 'gauge', labels: ['step'], help: 'Failures of a step in a row, up to now.' },
  wallet_step_idle_seconds: {
    kind: 'gauge',
    labels: ['step'],
    help: 'Seconds since the last successful tick of this step, or since the start if there was none.',
  },
  wallet_worker_waits: {
    kind: 'gauge',
    labels: [],
    help: '1 while the worker does nothing yet, for example because it waits for its signer.',
  },
  wallet_process_silent: {
    kind: 'gauge',
    labels: ['process'],
    help: 'Processes of a kind that do not report any more and should; 1 at least where none of the kind does.',
  },
  wallet_metrics_unread_seconds: {
    kind: 'gauge',
    labels: ['process'],
    help: 'Seconds since the metrics of a live process of this kind were last read, where they ever were.',
  },
  wallet_database_up: { kind: 'gauge', labels: [], help: '1 if the database answered the last queries.' },
  wallet_standbys: { kind: 'gauge', labels: [], help: 'Standbys that follow the database server now.' },
  wallet_standby_missing: {
    kind: 'gauge',
    labels: [],
    help: '1 while commits wait for a standby and none follows the server.',
  },
  wallet_commit_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'How long a commit took that was made to measure it; of one that is not confirmed yet, its time so far.',
  },
  wallet_standby_wait_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'The longest that a commit was seen waiting for a standby in the last half minute; 0 below a second.',
  },
  wallet_archive_failing: {
    kind: 'gauge',
    labels: [],
    help: "1 while the database server's last try to copy its log (WAL) to a backup failed.",
  },
  wallet_ledger_room_transfers: {
    kind: 'gauge',
    labels: [],
    help: "How many more transfers the parts of the ledger's entries have room for. At 0 nothing can be booked.",
  },
  wallet_flow_stopped: { kind: 'gauge', labels: ['flow'], help: '1 while an operator has stopped this flow.' },
  wallet_queue_items: { kind: 'gauge', labels: ['queue'], help: 'Items that wait in a queue.' },
  wallet_queue_oldest_seconds: {
    kind: 'gauge',
    labels: ['queue'],
    help: 'Age of the oldest item in a queue; 0 if the queue is empty.',
  },
  wallet_messages: {
    kind: 'gauge',
    labels: ['provider', 'state'],
    help: 'Messages handed to a provider within the last hour, by what is known of them.',
  },
  wallet_messages_failed_share: {
    kind: 'gauge',
    labels: ['provider'],
    help: 'Share of these messages that did not arrive or were refused, 0 to 1; 0 if there are fewer than ten.',
  },
  wallet_message_provider_down: {
    kind: 'gauge',
    labels: ['provider'],
    help: '1 while a provider of messages fails and is left alone.',
  },
  wallet_signer_standby_in_step: {
    kind: 'gauge',
    labels: [],
    help: "1 while the signer's standby answers it; absent if the signer has no standby.",
  },
  wallet_signer_standby_behind: {
    kind: 'gauge',
    labels: [],
    help: "Changes of the signer's store that its standby has not acknowledged.",
  },
  wallet_relay_connected: {
    kind: 'gauge',
    labels: [],
    help: '1 while this worker is connected to the relay of connected sites; absent if no relay is set.',
  },
  wallet_relay_messages_total: {
    kind: 'counter',
    labels: ['result'],
    help: 'Messages of sites that this worker got from the relay since its start: taken, or refused.',
  },
  wallet_connections: {
    kind: 'gauge',
    labels: ['phase'],
    help: 'Connections to sites that are not over, by phase.',
  },
  wallet_connection_requests: {
    kind: 'gauge',
    labels: ['state'],
    help: 'What connected sites asked for within the last hour, by what became of it.',
  },
  wallet_payouts_stuck: {
    kind: 'gauge',
    labels: [],
    help: 'Withdrawals that were stopped or have been in one state for too long.',
  },
  wallet_orders_stuck: { kind: 'gauge', labels: [], help: 'Treasury orders that do not go on.' },
  wallet_arrivals_overdue: {
    kind: 'gauge',
    labels: ['what', 'urgency'],
    help: 'Arrivals that have waited too long for an operator, by kind and by how soon somebody has to act.',
  },
  wallet_operator_refusals: {
    kind: 'gauge',
    labels: ['reason'],
    help: 'Refused attempts of operators within the last hour, by reason.',
  },
  wallet_webhooks_parked: {
    kind: 'gauge',
    labels: [],
    help: 'Events that a receiver has not taken for three days.',
  },
  wallet_break_glass: {
    kind: 'gauge',
    labels: [],
    help: 'Open break-glass requests, and operators who entered by one and cannot decide about money yet.',
  },
  wallet_operator_keys_new: {
    kind: 'gauge',
    labels: [],
    help: 'Further passkeys that operators added within the last three days.',
  },
  wallet_operator_keys_removed: {
    kind: 'gauge',
    labels: [],
    help: 'Passkeys that operators removed of their own within the last three days.',
  },
  wallet_chain_head_block: { kind: 'gauge', labels: [], help: 'Newest block.' },
  wallet_chain_solid_block: { kind: 'gauge', labels: [], help: 'Newest irreversible block.' },
  wallet_chain_credited_block: { kind: 'gauge', labels: [], help: 'Newest block whose deposits are booked.' },
  wallet_deposits_behind_blocks: {
    kind: 'gauge',
    labels: [],
    help: 'Irreversible blocks whose deposits are not booked yet.',
  },
  wallet_chain_fault: { kind: 'gauge', labels: ['fault'], help: '1 while the chain does not move as it should.' },
  wallet_node_faults: {
    kind: 'gauge',
    labels: ['node'],
    help: 'What a Tron node lacked or did wrong when it was last asked what it can do.',
  },
  wallet_ledger_log_fault: {
    kind: 'gauge',
    labels: ['check'],
    help: "1 while the ledger's public log is not what it was, by the check that found it.",
  },
  wallet_invariant_broken: { kind: 'gauge', labels: ['invariant'], help: '1 while the books contradict themselves.' },
  wallet_books_inspection_age_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Seconds since the last check of the books.',
  },
  wallet_reserve_owed: { kind: 'gauge', labels: ['asset'], help: 'Customer liabilities.' },
  wallet_reserve_held: { kind: 'gauge', labels: ['asset'], help: 'Amount in all places according to the books.' },
  wallet_reserve_missing: {
    kind: 'gauge',
    labels: ['asset'],
    help: 'Amount missing on chain compared with the books, in all open shortfalls.',
  },
  wallet_reserve_sample_age_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Age of the oldest comparison of a place with the chain.',
  },
  wallet_hot_available: { kind: 'gauge', labels: ['asset'], help: 'Amount that the hot wallet can still pay.' },
  wallet_hot_floor: { kind: 'gauge', labels: ['asset'], help: 'Minimum of the hot wallet.' },
  wallet_hot_missing: { kind: 'gauge', labels: ['asset'], help: 'Amount that the hot wallet lacks to its minimum.' },
  wallet_price_age_seconds: { kind: 'gauge', labels: ['asset', 'source'], help: 'Age of the price of one source.' },
  wallet_disk_used_share: { kind: 'gauge', labels: [], help: 'Share of the disk of the data that is used, 0 to 1.' },
  wallet_policy_reports_total: {
    kind: 'counter',
    labels: ['directive'],
    help: 'Reports of browsers that name a violated directive of the Content-Security-Policy, by directive; a process reads at most 60 requests a minute.',
  },
  wallet_http_requests_total: {
    kind: 'counter',
    labels: ['status'],
    help: 'Requests answered, by class of status: 2xx, 4xx and so on.',
  },
  wallet_http_request_seconds: {
    kind: 'histogram',
    labels: [],
    help: 'Time that answers took, without event streams.',
  },
  wallet_route_seconds: { kind: 'summary', labels: ['route'], help: 'Time that the procedures of a route took.' },
  wallet_faults_total: { kind: 'counter', labels: [], help: 'Requests that were answered with an unexpected error.' },
  wallet_resident_bytes: { kind: 'gauge', labels: [], help: 'Memory that this process holds.' },
  wallet_event_loop_delay_seconds: {
    kind: 'gauge',
    labels: [],
    help: '99th percentile of the event loop delay since the last query.',
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type MetricName = keyof typeof metricCatalogue;

export type MetricSample = {
  readonly name: MetricName;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** What a histogram or summary appends to its name. */
  readonly part?: '' | '_bucket' | '_sum' | '_count';
};
