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
    help: 'What a step of the worker has handled since its start.',
  },
  wallet_step_faults_total: {
    kind: 'counter',
    labels: ['step'],
    help: 'Ticks of a step that failed since its start.',
  },
  wallet_step_failures: { kind: 'gauge', labels: ['step'], help: 'Failures in a row of a step, until now.' },
  wallet_step_idle_seconds: {
    kind: 'gauge',
    labels: ['step'],
    help: 'Seconds since a tick of this step last ended well; since the start where none has.',
  },
  wallet_worker_waits: { kind: 'gauge', labels: [], help: '1 while the worker does nothing yet, for its signer say.' },
  wallet_database_up: { kind: 'gauge', labels: [], help: '1 where the database answered the last questions.' },
  wallet_flow_stopped: { kind: 'gauge', labels: ['flow'], help: '1 while an operator has stopped this flow.' },
  wallet_queue_items: { kind: 'gauge', labels: ['queue'], help: 'What waits in a queue.' },
  wallet_queue_oldest_seconds: {
    kind: 'gauge',
    labels: ['queue'],
    help: 'Age of what waits longest in a queue; 0 where nothing waits.',
  },
  wallet_payouts_stuck: { kind: 'gauge', labels: [], help: 'Payments that have been in one state for too long.' },
  wallet_orders_stuck: { kind: 'gauge', labels: [], help: 'Orders of the treasury that do not go on.' },
  wallet_arrivals_overdue: {
    kind: 'gauge',
    labels: ['what'],
    help: 'Arrivals that have waited longer for an operator than they may, by what they are.',
  },
  wallet_operator_refusals: {
    kind: 'gauge',
    labels: ['reason'],
    help: 'Tries of operators within the last hour to decide about what is theirs, or beyond what a day allows, by why they were refused.',
  },
  wallet_break_glass: {
    kind: 'gauge',
    labels: [],
    help: 'Break-glass requests under way, and operators let in by one who do not decide about money yet.',
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
  wallet_invariant_broken: { kind: 'gauge', labels: ['invariant'], help: '1 while the books contradict themselves.' },
  wallet_books_look_age_seconds: { kind: 'gauge', labels: [], help: 'Seconds since the books were last looked at.' },
  wallet_reserve_owed: { kind: 'gauge', labels: ['asset'], help: 'What is owed to others.' },
  wallet_reserve_held: { kind: 'gauge', labels: ['asset'], help: 'What lies in all places by the books.' },
  wallet_reserve_missing: {
    kind: 'gauge',
    labels: ['asset'],
    help: 'What is missing on chain against the books, in all open gaps.',
  },
  wallet_reserve_sample_age_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Age of the oldest comparison of a place with the chain.',
  },
  wallet_hot_available: { kind: 'gauge', labels: ['asset'], help: 'What the hot wallet can still pay.' },
  wallet_hot_floor: { kind: 'gauge', labels: ['asset'], help: 'What the hot wallet should hold at least.' },
  wallet_hot_missing: { kind: 'gauge', labels: ['asset'], help: 'What the hot wallet lacks to its floor.' },
  wallet_price_age_seconds: { kind: 'gauge', labels: ['asset', 'source'], help: 'Age of a price of one source.' },
  wallet_disk_used_share: { kind: 'gauge', labels: [], help: 'Share of the disk of the data that is used, 0 to 1.' },
  wallet_http_requests_total: {
    kind: 'counter',
    labels: ['status'],
    help: 'Requests answered, by class of status: 2xx, 4xx and so on.',
  },
  wallet_http_request_seconds: {
    kind: 'histogram',
    labels: [],
    help: 'How long answers took. Streams of events are not counted.',
  },
  wallet_route_seconds: { kind: 'summary', labels: ['route'], help: 'How long the procedures of a route took.' },
  wallet_faults_total: { kind: 'counter', labels: [], help: 'Requests answered with an unexpected fault of ours.' },
  wallet_resident_bytes: { kind: 'gauge', labels: [], help: 'Memory this process holds.' },
  wallet_event_loop_delay_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Longest time since the last question that this process could not react, but for one in a hundred.',
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
