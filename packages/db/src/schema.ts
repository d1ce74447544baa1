// Generated from the migrated database by tools/generate-db-types.ts. A test compares; do not edit.
import type {
  ActivityId,
  AddressEntryId,
  ConnectionRequestId,
  DepositId,
  DistributionId,
  DraftId,
  EntryId,
  MessageId,
  OperatorId,
  ParticipationId,
  PersonId,
  PriceAlertId,
  QuoteId,
  RecordId,
  SessionId,
  SwapId,
  TreasuryOrderId,
  WalletConnectionId,
  WalletId,
  WithdrawalId,
} from '@tern/base/ids';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

// Written as text: the driver would take a JavaScript array for an SQL array.
type Json = ColumnType<JsonValue, string, string>;

export interface AccountClosingsTable {
  id: string;
  person_id: PersonId;
  state: Generated<string>;
  requested_at: Generated<Date>;
  due_at: Date;
  ended_at: Date | null;
}

export interface AccountFreezesTable {
  id: string;
  person_id: PersonId;
  reason: string;
  frozen_by: string;
  started_at: Generated<Date>;
  until: Date;
  lifted_at: Date | null;
}

export interface ActivationPromptsTable {
  person_id: PersonId;
  closed_at: Generated<Date>;
}

export interface ActivationsTable {
  person_id: PersonId;
  deposit_id: DepositId;
  source_address: string;
  activated_at: Generated<Date>;
}

export interface ActivitiesTable {
  id: ActivityId;
  state: string;
  texts: Json;
  platform: string;
  affiliated: Generated<boolean>;
  sample_name: string | null;
  reward: string;
  places: number;
  places_taken: Generated<number>;
  opens_at: Date;
  closes_at: Date;
  review_hours: number;
  picture_days: number;
  changed_by: string | null;
  created_at: Generated<Date>;
  published_at: Date | null;
  closed_at: Date | null;
  returned_at: Date | null;
}

export interface ActivityEntriesTable {
  id: EntryId;
  participation_id: ParticipationId;
  number: number;
  external_id: string;
  external_id_key: string;
  external_id_skeleton: string;
  picture_name: string;
  submitted_at: Generated<Date>;
  due_at: Date;
  escalated_at: Date | null;
  decision: string | null;
  reason: string | null;
  reason_text: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

export interface ActivityPicturesTable {
  name: string;
  person_id: PersonId;
  content_hash: Buffer;
  image_hash: string;
  bytes: number;
  uploaded_at: Generated<Date>;
  used: Generated<boolean>;
  delete_at: Date;
  deleted_at: Date | null;
}

export interface AddressBookEntriesTable {
  id: AddressEntryId;
  person_id: PersonId;
  network: string;
  address: string;
  label: string;
  added_at: Generated<Date>;
}

export interface AddressPoolTable {
  derivation_index: number;
  address: string;
  mac: string;
  added_at: Generated<Date>;
  assigned_at: Date | null;
  audited_at: Date | null;
  distrusted_at: Date | null;
}

export interface AddressPoolSizeTable {
  singleton: Generated<boolean>;
  addresses: string;
  generation: Generated<string>;
}

export interface AddressRulesTable {
  person_id: PersonId;
  rule: string;
  on_since: Generated<Date>;
  off_asked_at: Date | null;
  off_at: Date | null;
}

export interface AgreementAcceptancesTable {
  person_id: PersonId;
  document: string;
  version: string;
  language: string | null;
  accepted_at: Date;
}

export interface AgreementVersionsTable {
  document: string;
  version: string;
  digest: string;
  published_at: Generated<Date>;
}

export interface AllMessagesTable {
  id: MessageId;
  person_id: PersonId;
  kind: string;
  event: string;
  subject_id: string;
  asset: string | null;
  amount: string | null;
  created_at: Date;
  read_at: Date | null;
  target_id: string | null;
  target_price: string | null;
  price: string | null;
  price_unit: string | null;
}

export interface AnnouncementsTable {
  id: string;
  texts: Json;
  person_ids: string[] | null;
  send_at: Date;
  state: Generated<string>;
  written_by: string;
  written_at: Generated<Date>;
  released_by: string | null;
  told_until: string | null;
  told: Generated<number>;
}

export interface AssetClosingsTable {
  id: GeneratedAlways<string>;
  asset_id: string;
  decided_at: Date;
  closes_at: Date;
  opened_at: Date | null;
}

export interface AssetSettingsTable {
  person_id: PersonId;
  hidden: string[];
  first_ones: string[];
  hide_small: boolean;
}

export interface AuthenticatorBindingsTable {
  id: string;
  person_id: PersonId;
  secret_sealed: Buffer;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
  replaces: boolean;
}

export interface AuthenticatorsTable {
  person_id: PersonId;
  secret_sealed: Buffer;
  last_step: string;
  confirmed_at: Date;
}

export interface AvatarsTable {
  person_id: PersonId;
  file_name: string;
  picture: Buffer;
  uploaded_at: Generated<Date>;
}

export interface BonusGrantsTable {
  campaign: string;
  person_id: PersonId;
  wallet_id: WalletId;
  state: string;
  amount: string;
  record_id: RecordId | null;
  journal_id: string | null;
  created_at: Generated<Date>;
  paid_at: Date | null;
  refusal: string | null;
  refused_at: Date | null;
}

export interface BookAlarmsTable {
  invariant: string;
  finding: string;
  found_at: Generated<Date>;
}

export interface BookInspectionsTable {
  singleton: Generated<boolean>;
  claimed_until: Date | null;
  inspected_at: Date | null;
  full_at: Date | null;
}

export interface BreakGlassRequestsTable {
  id: string;
  operator_id: OperatorId;
  started_at: Generated<Date>;
  opened_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  cancelled_by: string | null;
}

export interface CampaignsTable {
  code: string;
  created_at: Generated<Date>;
}

export interface ChainHeadsTable {
  singleton: Generated<boolean>;
  head_number: string;
  head_id: string;
  head_time: Date;
  solid_number: string;
  solid_time: Date;
  head_moved_at: Generated<Date>;
  solid_moved_at: Generated<Date>;
}

export interface ChallengesTable {
  id: string;
  purpose: string;
  target_hash: Buffer;
  subject: string;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface ClosedPairsTable {
  one: string;
  other: string;
  closed_at: Generated<Date>;
}

export interface ClosingErasuresTable {
  person_id: PersonId;
  tables: number;
  erased_at: Generated<Date>;
}

export interface ComplaintsTable {
  id: string;
  person_id: PersonId;
  key: string;
  subject: string;
  body: string;
  record_id: RecordId | null;
  filed_at: Generated<Date>;
  due_at: Date;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
}

export interface ConnectionOutboxTable {
  id: GeneratedAlways<string>;
  topic: string;
  envelope: string;
  ttl: number;
  tag: number;
  prompt: boolean;
  created_at: Generated<Date>;
  expires_at: Date;
  claimed_until: Date | null;
}

export interface ConnectionRequestsTable {
  id: ConnectionRequestId;
  connection_id: WalletConnectionId;
  payload_id: string;
  kind: string;
  sealed: Buffer | null;
  state: Generated<string>;
  agreed_hash: Buffer | null;
  fault: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  settled_at: Date | null;
  asked_at: Date | null;
}

export interface ConsoleCeremoniesTable {
  id: string;
  purpose: string;
  operator_id: OperatorId | null;
  challenge: Buffer;
  statement: string | null;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface ConsoleSessionsTable {
  id: string;
  operator_id: OperatorId;
  token_hash: Buffer;
  passkey_id: string;
  ip: string;
  user_agent_hash: Buffer;
  created_at: Date;
  seen_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface ContactChangesTable {
  id: string;
  person_id: PersonId;
  kind: string;
  former: string | null;
  changed_at: Date;
  undo_until: Date;
  undone_at: Date | null;
}

export interface ContactsTable {
  id: string;
  person_id: PersonId;
  kind: string;
  value: string;
  verified_at: Date;
  added_at: Date;
}

export interface CredentialsTable {
  person_id: PersonId;
  hash: string;
  changed_at: Date;
}

export interface CurrencyRatesTable {
  day: string;
  currency: string;
  per_euro: string;
}

export interface DataExportsTable {
  token_hash: Buffer;
  person_id: PersonId;
  expires_at: Date;
  used_at: Date | null;
}

export interface DeclaredCountriesTable {
  person_id: PersonId;
  country: string;
  declared_at: Generated<Date>;
  first_declared_at: Date | null;
}

export interface DepositCasesTable {
  deposit_id: DepositId;
  pending_id: string;
  record_id: RecordId;
  reason: string;
  evidence: Json;
  opened_at: Generated<Date>;
  until: Date;
  usdt_value: string | null;
  outcome: string | null;
  decided_by: string | null;
  ended_at: Date | null;
  person_id: PersonId | null;
  rule_version: number | null;
}

export interface DepositChecksTable {
  deposit_id: DepositId;
  pending_id: string;
  record_id: RecordId;
  usdt_value: string | null;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  opened_at: Generated<Date>;
  until: Date;
  person_id: PersonId | null;
  rule_version: number | null;
}

export interface DepositCursorTable {
  singleton: Generated<boolean>;
  block_number: string;
  block_id: string;
  block_time: Date;
  moved_at: Generated<Date>;
}

export interface DepositSurplusesTable {
  id: string;
  address: string;
  asset_id: string;
  number: number;
  amount: string;
  explained: Generated<string>;
  state: Generated<string>;
  block_number: string;
  block_id: string;
  return_name: string;
  to_address: string | null;
  order_id: TreasuryOrderId | null;
  kept_at: Generated<Date>;
  ended_at: Date | null;
}

export interface DepositsTable {
  id: DepositId;
  tx_id: string;
  kind: string;
  index: number;
  asset: string;
  amount: string;
  from_address: string;
  to_address: string;
  block_number: string;
  block_id: string;
  block_time: Date;
  destination: string;
  reason: string | null;
  wallet_id: WalletId | null;
  record_id: RecordId | null;
  journal_id: string | null;
  created_at: Generated<Date>;
}

export interface DevicesTable {
  id: string;
  person_id: PersonId;
  token_hash: Buffer;
  user_agent: string;
  registered: boolean;
  created_at: Date;
  remembered_until: Date;
}

export interface DiscoveriesTable {
  person_id: PersonId;
  by_phone: boolean;
  by_email: boolean;
  shown_name: string;
  changed_at: Generated<Date>;
  by_username: Generated<boolean>;
}

export interface DistributionNodesTable {
  distribution_id: DistributionId;
  index: number;
  hash: Buffer;
}

export interface DistributionSharesTable {
  distribution_id: DistributionId;
  number: number;
  account_id: string;
  person_id: PersonId;
  wallet_id: WalletId;
  pseudonym: string;
  weight: string;
  reward: string;
  swap_reward: string;
  journal_id: string | null;
}

export interface DistributionsTable {
  id: DistributionId;
  starts_at: Date;
  ends_at: Date;
  state: string;
  waits_for: string[];
  formula_version: number;
  share_basis_points: number;
  closed_countries: string[];
  pool: string | null;
  distributed: string | null;
  remainder: string | null;
  total_weight: string | null;
  holders: number | null;
  swap_rewards: string | null;
  root: Buffer | null;
  created_at: Generated<Date>;
  closed_at: Date | null;
  next_share_basis_points: number;
  next_closed_countries: string[];
  paid_through: Generated<number>;
}

export interface FactorResetDecisionsTable {
  reset_id: string;
  operator_id: OperatorId;
  decision: string;
  reason: string;
  at: Generated<Date>;
}

export interface FactorResetsTable {
  id: string;
  person_id: PersonId;
  state: Generated<string>;
  started_at: Date;
  ready_at: Date;
  told_at: Date;
  ended_at: Date | null;
}

export interface FailureCountersTable {
  key: string;
  failures: number;
  paused_until: Date | null;
  changed_at: Date;
}

export interface FlowStopsTable {
  flow: string;
  reason: string;
  stopped_by: string;
  stopped_at: Generated<Date>;
}

export interface HeadBlocksTable {
  number: string;
  block_id: string;
}

export interface HotWalletsTable {
  address: string;
  since: Generated<Date>;
}

export interface HouseChangesTable {
  id: string;
  content: Json;
  state: Generated<string>;
  proposed_by: string;
  note: string;
  proposed_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
}

export interface IdempotentRepliesTable {
  person_id: PersonId;
  key: string;
  request_hash: Buffer;
  status: number;
  body: Json;
  created_at: Generated<Date>;
}

export interface LaterMessagesTable {
  id: MessageId;
  person_id: PersonId;
  kind: string;
  event: string;
  subject_id: string;
  asset: string | null;
  amount: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
  target_id: string | null;
  target_price: string | null;
  price: string | null;
  price_unit: string | null;
}

export interface LedgerLogChunksTable {
  position: number;
  chunk: number;
  first_leaf: Buffer;
  leaves: Buffer;
}

export interface LedgerLogDaysTable {
  position: number;
  day: string;
  seed: Buffer;
  leaves: string;
  root: Buffer;
  head: Buffer;
  nodes: Buffer;
}

export interface LedgerLogFaultsTable {
  name: string;
  finding: string;
  since: Generated<Date>;
}

export interface LevelLimitsTable {
  version: number;
  limits: string[];
  decided_at: Generated<Date>;
  effective_at: Date;
  change_id: string;
}

export interface LiabilityBalancesTable {
  snapshot_number: number;
  asset_id: string;
  first_account_id: string;
  balances: Buffer;
}

export interface LiabilityChunksTable {
  snapshot_number: number;
  asset_id: string;
  chunk: number;
  first_commitment: Buffer;
  lines: Buffer;
  middle_nodes: Buffer | null;
}

export interface LiabilityListsTable {
  snapshot_number: number;
  asset_id: string;
  owed: string;
  part_max: string;
  lines: number;
  root: Buffer;
  nodes: Buffer | null;
  further_every: number | null;
  further_below: string | null;
}

export interface LiabilitySnapshotsTable {
  number: number;
  day: string;
  due_at: Date;
  block_number: string;
  block_id: string;
  block_time: Date;
  taken_at: Generated<Date>;
  seed: Buffer | null;
  statement: string;
  statement_hash: Buffer;
  log_last: number | null;
  log_head: Buffer | null;
  change_id: string | null;
}

export interface LiveStreamsTable {
  id: string;
  person_id: PersonId;
  holder: string;
  number: GeneratedAlways<string>;
}

export interface LoginsTable {
  id: string;
  person_id: PersonId;
  method: string;
  challenge_id: string | null;
  ip: string;
  user_agent: string;
  created_at: Date;
  expires_at: Date;
  finished_at: Date | null;
  credentials_version: number;
}

export interface MessageProvidersTable {
  slot: string;
  failures: number;
  down_until: Date | null;
}

export interface MessageReportsTable {
  id: GeneratedAlways<string>;
  slot: string;
  outbox_id: string | null;
  recipient: string | null;
  state: string;
  code: string | null;
  received_at: Generated<Date>;
}

export interface MessageSettingsTable {
  person_id: PersonId;
  muted: string[];
  prices_muted: Generated<boolean>;
}

export interface MessageTriesTable {
  outbox_id: string;
  slot: string;
  state: string;
  code: string | null;
  handed_at: Generated<Date>;
  reported_at: Date | null;
}

export interface MessageWordsTable {
  person_id: PersonId;
  word_sealed: Buffer;
  set_at: Date;
}

export interface MessagesTable {
  id: MessageId;
  person_id: PersonId;
  kind: string;
  event: string;
  subject_id: string;
  asset: string | null;
  amount: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
  target_id: string | null;
  target_price: string | null;
  price: string | null;
  price_unit: string | null;
}

export interface NodeReportsTable {
  node: string;
  asked_at: Date;
  version: string;
  head_block: string | null;
  solid_block: string | null;
  faults: string[];
  notes: string[];
}

export interface OperatorAccountsTable {
  operator_id: OperatorId;
  person_id: PersonId;
  declared_at: Generated<Date>;
}

export interface OperatorActionHeadTable {
  only_row: Generated<boolean>;
  seq: string;
  hash: Buffer;
}

export interface OperatorActionsTable {
  id: GeneratedAlways<string>;
  operator_id: OperatorId | null;
  kind: string;
  subject: string;
  details: Generated<Json>;
  at: Generated<Date>;
  seq: string;
  hash: Buffer;
}

export interface OperatorChangesTable {
  id: string;
  kind: string;
  name: string;
  role: string | null;
  note: string;
  code_hash: Buffer | null;
  state: Generated<string>;
  proposed_by: string;
  proposed_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  key_id: string | null;
}

export interface OperatorCustodiansTable {
  slot: number;
  name: string;
  salt: Buffer;
  key_hash: Buffer;
  made_at: Generated<Date>;
}

export interface OperatorInvitationsTable {
  token_hash: Buffer;
  operator_id: OperatorId;
  created_at: Generated<Date>;
  expires_at: Date;
  closed_at: Date | null;
  code_hash: Buffer | null;
}

export interface OperatorNoticesTable {
  operator_id: OperatorId;
  is_on: boolean;
  email: string;
  every_hours: number;
  language: string;
  sent_at: Date | null;
  earlier_email: string | null;
  earlier_until: Date | null;
}

export interface OperatorPasskeysTable {
  id: string;
  operator_id: OperatorId;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  created_at: Generated<Date>;
  used_at: Date | null;
  name: string | null;
  is_syncable: boolean | null;
  decides_money_from: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface OperatorsTable {
  id: OperatorId;
  name: string;
  created_at: Generated<Date>;
  disabled_at: Date | null;
  role: string;
  decides_money_from: Date | null;
}

export interface OutboxTable {
  id: string;
  dedupe_key: string;
  channel: string;
  recipient: string;
  template: string;
  language: string | null;
  values_sealed: Buffer | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  tries: Generated<number>;
  next_try_at: Generated<Date>;
  state: Generated<string>;
  settled_at: Date | null;
  last_error: string | null;
}

export interface PairObservationsTable {
  asset_id: string;
  block_number: string;
  time_s: string;
  cumulative: string;
}

export interface ParticipationsTable {
  id: ParticipationId;
  activity_id: ActivityId;
  person_id: PersonId;
  state: string;
  entries: number;
  external_id_hash: Buffer | null;
  resubmit_until: Date | null;
  wallet_id: WalletId | null;
  claimed_at: Date | null;
  record_id: RecordId | null;
  journal_id: string | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface PasskeyCeremoniesTable {
  id: string;
  person_id: PersonId | null;
  challenge: Buffer;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface PasskeysTable {
  id: string;
  person_id: PersonId;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  synced: boolean;
  name: string;
  created_at: Date;
  used_at: Date | null;
}

export interface PayoutsSignedBeforeTable {
  withdrawal_id: WithdrawalId;
  noted_at: Generated<Date>;
}

export interface PendingDepositsTable {
  tx_id: string;
  kind: string;
  index: number;
  wallet_id: WalletId;
  record_id: RecordId;
  block_number: string;
  block_id: string;
}

export interface PendingTriesTable {
  id: string;
  key: string;
  expires_at: Date;
}

export interface PeopleTable {
  id: PersonId;
  public_id: string;
  state: Generated<string>;
  language: string | null;
  invite_code: string;
  invited_by: PersonId | null;
  terms_accepted_at: Date;
  created_at: Date;
  credentials_version: Generated<number>;
}

export interface PersonLevelsTable {
  id: GeneratedAlways<string>;
  person_id: PersonId;
  level: number;
  reference: string;
  decided_at: Generated<Date>;
  from_at: Date;
  ends_at: Date | null;
  change_id: string;
}

export interface PoolSchedulesTable {
  number: number;
  every_hours: number;
  share_basis_points: number;
  decided_at: Date;
  applies_from: Date;
  worse: boolean;
}

export interface PreferencesTable {
  person_id: PersonId;
  currency_unit: Generated<string>;
  hide_balances: Generated<boolean>;
}

export interface PriceAlertsTable {
  id: PriceAlertId;
  person_id: PersonId;
  asset: string;
  unit: string;
  direction: string;
  target: string;
  setting_id: string;
  set_at: Generated<Date>;
  reached_at: Date | null;
  reached_price: string | null;
}

export interface PricesTable {
  asset_id: string;
  source: string;
  at: Generated<Date>;
  price: string;
  decimals: number;
  confirmed_at: Generated<Date>;
}

export interface ProcessBeatsTable {
  process: Generated<string>;
  place: string;
  started_at: Generated<Date>;
  beat_at: Generated<Date>;
  stopped_at: Date | null;
  metrics_read_at: Date | null;
  told: Generated<Json>;
}

export interface ProfilesTable {
  person_id: PersonId;
  bio: string | null;
  line: string | null;
  instagram: string | null;
  telegram: string | null;
  x: string | null;
}

export interface PushOutboxTable {
  message_id: MessageId;
  subscription_id: string;
  kind: string;
  event: string;
  asset: string | null;
  amount: string | null;
  created_at: Generated<Date>;
  tries: Generated<number>;
  next_try_at: Generated<Date>;
  sent_at: Date | null;
  target_price: string | null;
  price: string | null;
  price_unit: string | null;
}

export interface PushSubscriptionsTable {
  id: string;
  person_id: PersonId;
  session_id: SessionId;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  hide_amounts: boolean;
  created_at: Generated<Date>;
}

export interface QuarantineVotesTable {
  subject: string;
  operator_id: OperatorId;
  decision: string;
  reason: string;
  voted_at: Generated<Date>;
}

export interface QuarantinedInflowsTable {
  id: GeneratedAlways<string>;
  tx_id: string;
  kind: string;
  index: number;
  block_number: string;
  block_id: string;
  subject: string;
  to_address: string | null;
  amount: string | null;
  reason: string;
  created_at: Generated<Date>;
  dismissed_at: Date | null;
  dismissal: string | null;
  asset_id: string | null;
}

export interface RateWindowsTable {
  key: string;
  hits: Date[];
  expires_at: Date;
}

export interface RecordStepsTable {
  id: GeneratedAlways<string>;
  record_id: RecordId;
  step: string;
  at: Generated<Date>;
}

export interface RecordsTable {
  id: RecordId;
  person_id: PersonId;
  wallet_id: WalletId;
  type: string;
  direction: string;
  status: string;
  settlement: string;
  asset: string;
  amount: string;
  fee: Generated<string>;
  pay_address: string | null;
  pay_address_is_house: Generated<boolean>;
  receive_address: string | null;
  reason: string | null;
  memo: string | null;
  source_kind: string;
  source_id: string;
  tx_id: string | null;
  block_number: string | null;
  block_id: string | null;
  block_time: Date | null;
  energy_used: string | null;
  bandwidth_used: string | null;
  network_fee_sun: string | null;
  journal_id: string | null;
  folded: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  counter_asset: string | null;
  counter_amount: string | null;
  sent_to_contact: string | null;
  sent_to_name: string | null;
}

export interface RecoveryCodesTable {
  person_id: PersonId;
  code_hash: Buffer;
  created_at: Date;
  used_at: Date | null;
}

export interface RefusedAddressesTable {
  list: string;
  address: string;
  source: string;
  as_of: string;
  reason: string;
  added_by: string;
  added_at: Generated<Date>;
  removed_by: string | null;
  removed_at: Date | null;
}

export interface ReserveDaysTable {
  day: string;
  place: string;
  asset_id: string;
  comparisons: Generated<number>;
  differing: number;
  books: string;
  chain: string;
  block_number: string;
  at: Generated<Date>;
}

export interface ReserveGapsTable {
  id: GeneratedAlways<string>;
  asset_id: string;
  subject: string;
  missing: string;
  block_number: string;
  opened_at: Generated<Date>;
  closed_at: Date | null;
}

export interface ReserveSamplesTable {
  place: string;
  asset_id: string;
  books: string;
  chain: string;
  block_number: string;
  block_id: string;
  at: Generated<Date>;
  staked: Generated<string>;
}

export interface ReserveSignaturesTable {
  snapshot_number: number;
  statement_hash: Buffer;
  place: string;
  address: string;
  text: string;
  signature: Buffer;
  signed_at: Generated<Date>;
}

export interface ReserveTurnsTable {
  id: Generated<number>;
  address: string;
}

export interface SchemaMigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
  contract: Generated<boolean>;
}

export interface ScreeningCasesTable {
  withdrawal_id: WithdrawalId;
  address: string;
  reason: string;
  evidence: Json;
  opened_at: Generated<Date>;
  until: Date;
  rule_version: number | null;
  person_id: PersonId | null;
}

export interface ScreeningRulesTable {
  version: number;
  asks_sends: boolean;
  asks_deposits: boolean;
  closed_from: string;
  decided_at: Date;
  change_id: string;
}

export interface SecurityEventsTable {
  id: string;
  person_id: PersonId;
  kind: string;
  detail: string | null;
  ip: string | null;
  user_agent: string | null;
  at: Date;
}

export interface SecurityStopsTable {
  token_hash: Buffer;
  person_id: PersonId;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface SendingHoldsTable {
  id: string;
  person_id: PersonId;
  reason: string;
  started_at: Date;
  until: Date;
}

export interface SendingPausesTable {
  asset_id: string;
  reason: string;
  started_at: Generated<Date>;
}

export interface ServiceCallsTable {
  key_id: string;
  day: string;
  route: string;
  outcome: string;
  calls: string;
  first_at: Date;
  last_at: Date;
  last_address: string;
}

export interface ServiceIncidentsTable {
  id: GeneratedAlways<string>;
  kind: string;
  subject: string;
  missing: string | null;
  began_at: Date;
  ended_at: Date | null;
}

export interface ServiceInspectionsTable {
  singleton: Generated<boolean>;
  inspected_at: Date | null;
}

export interface ServiceKeysTable {
  id: string;
  name: string;
  scopes: string[];
  addresses: string[];
  secret_hash: Buffer;
  opened_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  change_id: string;
}

export interface ServiceSuggestionsTable {
  id: string;
  key_id: string;
  content: Json;
  note: string;
  made_at: Generated<Date>;
  change_id: string | null;
}

export interface SessionsTable {
  id: SessionId;
  id_hash: Buffer;
  person_id: PersonId;
  device_id: string;
  proofs: string[];
  ip: string;
  user_agent: string;
  created_at: Date;
  seen_at: Date;
  absolute_until: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface SignerAccountsTable {
  only_row: Generated<boolean>;
  hot_address: string;
  fee_address: string;
  cold_address: string | null;
  owner_addresses: string[];
  owner_threshold: number;
  noted_at: Generated<Date>;
}

export interface SignerLimitsTable {
  asset_id: string;
  per_order: string;
  per_day: string;
  noted_at: Generated<Date>;
}

export interface SignerMemoriesTable {
  store_id: string;
  sequence: string;
  noted_at: Generated<Date>;
  epoch: Generated<number>;
}

export interface SignerRecallsTable {
  store_id: string;
  signed_at_ms: string;
  number: string;
}

export interface SingleNodeReadingsTable {
  id: GeneratedAlways<string>;
  from_number: string;
  from_id: string;
  from_time: Date;
  value: Generated<string>;
  begun_at: Generated<Date>;
  to_number: string | null;
  ended_at: Date | null;
}

export interface SmsBudgetsTable {
  scope: string;
  day: string;
  sent: number;
}

export interface SupportAnswersTable {
  id: string;
  person_id: PersonId;
  template: string;
  texts: Json;
  sent_by: string;
  sent_at: Generated<Date>;
}

export interface SurplusExplanationsTable {
  surplus_id: string;
  tx_id: string;
  kind: string;
  index: number;
  amount: string;
  via: string;
  at: Generated<Date>;
}

export interface SurplusSightingsTable {
  address: string;
  asset_id: string;
  amount: string;
  unexplained: string;
  block_number: string;
  seen_at: Generated<Date>;
}

export interface SuspenseResolutionsTable {
  deposit_id: DepositId;
  wallet_id: WalletId | null;
  record_id: RecordId | null;
  journal_id: string;
  resolved_at: Generated<Date>;
}

export interface SuspenseReturnsTable {
  order_id: TreasuryOrderId;
  deposit_id: DepositId;
  to_address: string;
  outcome: string | null;
  ordered_at: Generated<Date>;
  ended_at: Date | null;
}

export interface SwapQuotesTable {
  id: QuoteId;
  person_id: PersonId;
  wallet_id: WalletId;
  asset_out: string;
  asset_in: string;
  amount_out: string;
  amount_in: string;
  fee: string;
  mid_numerator: string;
  mid_denominator: string;
  spread_ppm: string;
  impact_ppm: string;
  swapper_share: string;
  swapper_reward: string;
  pool_share: string;
  pool_reward: string;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
  terms_version: number | null;
}

export interface SwapsTable {
  id: SwapId;
  quote_id: QuoteId;
  person_id: PersonId;
  wallet_id: WalletId;
  asset_out: string;
  asset_in: string;
  amount_out: string;
  amount_in: string;
  fee: string;
  available_after: string;
  reward: string;
  distribution_id: DistributionId | null;
  journal_id: string;
  record_id: RecordId;
  created_at: Generated<Date>;
}

export interface TermRulesTable {
  name: string;
  worse: string;
}

export interface TermsTable {
  version: number;
  content: Json;
  worse: string[];
  decided_at: Date;
  effective_at: Date;
  change_id: string | null;
  decided_by: string | null;
}

export interface TokenFreezesTable {
  asset: string;
  address: string;
  block_number: string;
  booked: string;
  found: string;
  frozen_at: Generated<Date>;
}

export interface TokenHoldingsTable {
  address: string;
  asset: string;
  amount: string;
  changed_block: string;
  sampled_block: Generated<string>;
}

export interface TradePasswordsTable {
  person_id: PersonId;
  hash: string;
  set_at: Date;
}

export interface TreasuryHoldingsTable {
  address: string;
  asset_id: string;
  amount: string;
  inspected_at: Date | null;
  checked_at: Date | null;
}

export interface TreasuryHoldingsCursorsTable {
  asset_id: string;
  transfer_id: string;
}

export interface TreasuryOrdersTable {
  id: TreasuryOrderId;
  kind: string;
  asset_id: string;
  amount: string;
  address: string | null;
  address_index: number | null;
  state: string;
  signing_order: Json | null;
  raw_hex: string | null;
  signature_hex: string | null;
  tx_id: string | null;
  cost_max_sun: Generated<string>;
  last_answer: string | null;
  block_number: string | null;
  result: string | null;
  fee_sun: string | null;
  taken_back: Generated<boolean>;
  death_proof: Json | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
  ended_at: Date | null;
  due_at: Generated<Date>;
  broadcast_due_at: Generated<Date>;
  waiting_for: string | null;
  attention: string | null;
  to_address: string | null;
  signer_order_id: string | null;
  attempt: Generated<number>;
  adopted: Generated<boolean>;
  account: string | null;
  lease: string | null;
  leased_until: Date | null;
  waiting_detail: string | null;
  statement_number: number | null;
  statement_hash: string | null;
}

export interface TreasuryReviewsTable {
  order_id: TreasuryOrderId;
  operator_id: OperatorId;
  decision: string;
  at: Generated<Date>;
}

export interface UnreachableRecipientsTable {
  channel: string;
  recipient: string;
  code: string | null;
  times: number;
  until: Date;
}

export interface UsedPicturesTable {
  content_hash: Buffer;
  participation_id: ParticipationId;
}

export interface UsernamesTable {
  folded: string;
  person_id: PersonId | null;
  username: string | null;
  is_current: boolean;
  taken_at: Generated<Date>;
}

export interface WalletConnectionsTable {
  id: WalletConnectionId;
  person_id: PersonId;
  wallet_id: WalletId;
  phase: string;
  link_topic: string;
  topic: string;
  sealed: Buffer | null;
  created_at: Generated<Date>;
  expires_at: Date;
  last_used_at: Date | null;
  ended_by: string | null;
  ended_at: Date | null;
  refusal: string | null;
}

export interface WalletsTable {
  id: WalletId;
  person_id: PersonId;
  name: string;
  address: string;
  position: number;
  is_default: boolean;
  created_at: Generated<Date>;
  hide_when_empty: Generated<boolean>;
  closed_at: Date | null;
}

export interface WebhookAttemptsTable {
  id: GeneratedAlways<string>;
  delivery_id: string;
  at: Generated<Date>;
  status: number | null;
  error: string | null;
  took_ms: number;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<string>;
  webhook_id: string;
  sequence: string;
  subject: string;
  is_replay: Generated<boolean>;
  state: Generated<string>;
  tries: Generated<number>;
  tried_from: Date | null;
  next_try_at: Generated<Date>;
  lease: string | null;
  created_at: Generated<Date>;
  settled_at: Date | null;
}

export interface WebhookEventsTable {
  sequence: GeneratedAlways<string>;
  id: Generated<string>;
  kind: string;
  type: string;
  subject: string;
  data: Json;
  at: Generated<Date>;
}

export interface WebhookStatesTable {
  subject: string;
  data: Json;
  since: Generated<Date>;
}

export interface WebhooksTable {
  id: string;
  name: string;
  url: string;
  kinds: string[];
  state: Generated<string>;
  secret_sealed: Buffer;
  former_sealed: Buffer | null;
  former_until: Date | null;
  change_id: string;
  opened_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface WithdrawalAttemptsTable {
  withdrawal_id: WithdrawalId;
  number: number;
  state: Generated<string>;
  signing_order: Json;
  expiration: Date;
  raw_hex: string | null;
  signature_hex: string | null;
  tx_id: string | null;
  cost_max_sun: string;
  broadcast_due_at: Generated<Date>;
  block_number: string | null;
  result: string | null;
  fee_sun: string | null;
  death_proof: Json | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

export interface WithdrawalBroadcastsTable {
  id: GeneratedAlways<string>;
  withdrawal_id: WithdrawalId;
  number: number;
  node: string;
  outcome: string;
  code: string;
  message: string;
  at: Generated<Date>;
}

export interface WithdrawalDraftsTable {
  id: DraftId;
  person_id: PersonId;
  wallet_id: WalletId;
  asset_id: string;
  network_id: string;
  settlement: string;
  receiver_class: string;
  receiver_wallet_id: WalletId | null;
  own_move: boolean;
  to_address: string;
  amount: string;
  fee: string;
  usdt_value: string;
  memo: string | null;
  hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  claimed_until: Date | null;
  used_at: Date | null;
  terms_version: number | null;
  sent_to_contact: string | null;
  sent_to_name: string | null;
}

export interface WithdrawalReceiptDecisionsTable {
  withdrawal_id: WithdrawalId;
  number: number;
  operator_id: OperatorId;
  decision: string;
  reason: string;
  at: Generated<Date>;
}

export interface WithdrawalReviewsTable {
  withdrawal_id: WithdrawalId;
  operator_id: OperatorId;
  decision: string;
  reason: string | null;
  at: Generated<Date>;
}

export interface WithdrawalStatesTable {
  id: GeneratedAlways<string>;
  withdrawal_id: WithdrawalId;
  from_state: string;
  to_state: string;
  at: Generated<Date>;
}

export interface WithdrawalUnexpectedReceiptsTable {
  withdrawal_id: WithdrawalId;
  number: number;
  block_number: string;
  block_id: string;
  block_time: Date;
  detail: string;
  outflow: string;
  fee_sun: string;
  energy_used: string;
  bandwidth_used: string;
  events: Json;
  noted_at: Generated<Date>;
  closed_at: Date | null;
}

export interface WithdrawalsTable {
  id: WithdrawalId;
  draft_id: DraftId;
  person_id: PersonId;
  wallet_id: WalletId;
  asset_id: string;
  settlement: string;
  receiver_wallet_id: WalletId | null;
  own_move: boolean;
  to_address: string;
  amount: string;
  fee: string;
  usdt_value: string;
  memo: string | null;
  approvals_needed: number;
  state: Generated<string>;
  pending_id: string | null;
  record_id: RecordId;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
  lease: string | null;
  leased_until: Date | null;
  due_at: Generated<Date>;
  waiting_for: string | null;
  attention: string | null;
  review_cause: string | null;
  waiting_detail: string | null;
}

export interface LedgerAccountsTable {
  id: GeneratedAlways<string>;
  class: string;
  code: string;
  side: string;
  guarded: boolean;
  owner_id: string | null;
  wallet_id: WalletId | null;
  asset: string;
  posted: Generated<string>;
  held: Generated<string>;
  version: Generated<string>;
  last_hash: Generated<Buffer>;
  created_at: Generated<Date>;
}

export interface LedgerClassesTable {
  class: string;
  side: string;
  guarded: boolean;
}

export interface LedgerDailyRootsTable {
  day: string;
  journals: string;
  entries: string;
  root: Buffer;
}

export interface LedgerDayTotalsTable {
  day: string;
  class: string;
  asset: string;
  kind: string;
  code: string;
  debits: string;
  credits: string;
  transfers: string;
}

export interface LedgerEntriesTable {
  account_id: string;
  transfer_id: string;
  seq: string;
  amount: string;
  balance_after: string;
  hash: Buffer;
  call_id: string | null;
}

export interface LedgerJournalsTable {
  id: GeneratedAlways<string>;
  idempotency_key: string;
  kind: string;
  content_hash: Buffer;
  details: Json;
  reverses: string | null;
  created_at: Generated<Date>;
  call_id: string | null;
}

export interface LedgerKindsTable {
  kind: string;
  by_api: boolean;
  by_worker: boolean;
  by_console: boolean;
  posted_as: string | null;
  voided_as: string | null;
  expired_as: string | null;
}

export interface LedgerLegsTable {
  kind: string;
  code: string;
  debit: string;
  credit: string | null;
}

export interface LedgerOpenHoldsTable {
  pending_id: string;
  account_id: string;
  amount: string;
  expires_at: Date | null;
}

export interface LedgerTotalledDaysTable {
  day: string;
}

export interface LedgerTransfersTable {
  id: GeneratedAlways<string>;
  journal_id: string;
  leg: number;
  state: string;
  code: string;
  debit_account_id: string;
  credit_account_id: string | null;
  asset: string;
  amount: string;
  pending_id: string | null;
  expires_at: Date | null;
}

/** Every table by the name Kysely knows it by. */
export interface Schema {
  account_closings: AccountClosingsTable;
  account_freezes: AccountFreezesTable;
  activation_prompts: ActivationPromptsTable;
  activations: ActivationsTable;
  activities: ActivitiesTable;
  activity_entries: ActivityEntriesTable;
  activity_pictures: ActivityPicturesTable;
  address_book_entries: AddressBookEntriesTable;
  address_pool: AddressPoolTable;
  address_pool_size: AddressPoolSizeTable;
  address_rules: AddressRulesTable;
  agreement_acceptances: AgreementAcceptancesTable;
  agreement_versions: AgreementVersionsTable;
  all_messages: AllMessagesTable;
  announcements: AnnouncementsTable;
  asset_closings: AssetClosingsTable;
  asset_settings: AssetSettingsTable;
  authenticator_bindings: AuthenticatorBindingsTable;
  authenticators: AuthenticatorsTable;
  avatars: AvatarsTable;
  bonus_grants: BonusGrantsTable;
  book_alarms: BookAlarmsTable;
  book_inspections: BookInspectionsTable;
  break_glass_requests: BreakGlassRequestsTable;
  campaigns: CampaignsTable;
  chain_heads: ChainHeadsTable;
  challenges: ChallengesTable;
  closed_pairs: ClosedPairsTable;
  closing_erasures: ClosingErasuresTable;
  complaints: ComplaintsTable;
  connection_outbox: ConnectionOutboxTable;
  connection_requests: ConnectionRequestsTable;
  console_ceremonies: ConsoleCeremoniesTable;
  console_sessions: ConsoleSessionsTable;
  contact_changes: ContactChangesTable;
  contacts: ContactsTable;
  credentials: CredentialsTable;
  currency_rates: CurrencyRatesTable;
  data_exports: DataExportsTable;
  declared_countries: DeclaredCountriesTable;
  deposit_cases: DepositCasesTable;
  deposit_checks: DepositChecksTable;
  deposit_cursor: DepositCursorTable;
  deposit_surpluses: DepositSurplusesTable;
  deposits: DepositsTable;
  devices: DevicesTable;
  discoveries: DiscoveriesTable;
  distribution_nodes: DistributionNodesTable;
  distribution_shares: DistributionSharesTable;
  distributions: DistributionsTable;
  factor_reset_decisions: FactorResetDecisionsTable;
  factor_resets: FactorResetsTable;
  failure_counters: FailureCountersTable;
  flow_stops: FlowStopsTable;
  head_blocks: HeadBlocksTable;
  hot_wallets: HotWalletsTable;
  house_changes: HouseChangesTable;
  idempotent_replies: IdempotentRepliesTable;
  later_messages: LaterMessagesTable;
  ledger_log_chunks: LedgerLogChunksTable;
  ledger_log_days: LedgerLogDaysTable;
  ledger_log_faults: LedgerLogFaultsTable;
  level_limits: LevelLimitsTable;
  liability_balances: LiabilityBalancesTable;
  liability_chunks: LiabilityChunksTable;
  liability_lists: LiabilityListsTable;
  liability_snapshots: LiabilitySnapshotsTable;
  live_streams: LiveStreamsTable;
  logins: LoginsTable;
  message_providers: MessageProvidersTable;
  message_reports: MessageReportsTable;
  message_settings: MessageSettingsTable;
  message_tries: MessageTriesTable;
  message_words: MessageWordsTable;
  messages: MessagesTable;
  node_reports: NodeReportsTable;
  operator_accounts: OperatorAccountsTable;
  operator_action_head: OperatorActionHeadTable;
  operator_actions: OperatorActionsTable;
  operator_changes: OperatorChangesTable;
  operator_custodians: OperatorCustodiansTable;
  operator_invitations: OperatorInvitationsTable;
  operator_notices: OperatorNoticesTable;
  operator_passkeys: OperatorPasskeysTable;
  operators: OperatorsTable;
  outbox: OutboxTable;
  pair_observations: PairObservationsTable;
  participations: ParticipationsTable;
  passkey_ceremonies: PasskeyCeremoniesTable;
  passkeys: PasskeysTable;
  payouts_signed_before: PayoutsSignedBeforeTable;
  pending_deposits: PendingDepositsTable;
  pending_tries: PendingTriesTable;
  people: PeopleTable;
  person_levels: PersonLevelsTable;
  pool_schedules: PoolSchedulesTable;
  preferences: PreferencesTable;
  price_alerts: PriceAlertsTable;
  prices: PricesTable;
  process_beats: ProcessBeatsTable;
  profiles: ProfilesTable;
  push_outbox: PushOutboxTable;
  push_subscriptions: PushSubscriptionsTable;
  quarantine_votes: QuarantineVotesTable;
  quarantined_inflows: QuarantinedInflowsTable;
  rate_windows: RateWindowsTable;
  record_steps: RecordStepsTable;
  records: RecordsTable;
  recovery_codes: RecoveryCodesTable;
  refused_addresses: RefusedAddressesTable;
  reserve_days: ReserveDaysTable;
  reserve_gaps: ReserveGapsTable;
  reserve_samples: ReserveSamplesTable;
  reserve_signatures: ReserveSignaturesTable;
  reserve_turns: ReserveTurnsTable;
  schema_migrations: SchemaMigrationsTable;
  screening_cases: ScreeningCasesTable;
  screening_rules: ScreeningRulesTable;
  security_events: SecurityEventsTable;
  security_stops: SecurityStopsTable;
  sending_holds: SendingHoldsTable;
  sending_pauses: SendingPausesTable;
  service_calls: ServiceCallsTable;
  service_incidents: ServiceIncidentsTable;
  service_inspections: ServiceInspectionsTable;
  service_keys: ServiceKeysTable;
  service_suggestions: ServiceSuggestionsTable;
  sessions: SessionsTable;
  signer_accounts: SignerAccountsTable;
  signer_limits: SignerLimitsTable;
  signer_memories: SignerMemoriesTable;
  signer_recalls: SignerRecallsTable;
  single_node_readings: SingleNodeReadingsTable;
  sms_budgets: SmsBudgetsTable;
  support_answers: SupportAnswersTable;
  surplus_explanations: SurplusExplanationsTable;
  surplus_sightings: SurplusSightingsTable;
  suspense_resolutions: SuspenseResolutionsTable;
  suspense_returns: SuspenseReturnsTable;
  swap_quotes: SwapQuotesTable;
  swaps: SwapsTable;
  term_rules: TermRulesTable;
  terms: TermsTable;
  token_freezes: TokenFreezesTable;
  token_holdings: TokenHoldingsTable;
  trade_passwords: TradePasswordsTable;
  treasury_holdings: TreasuryHoldingsTable;
  treasury_holdings_cursors: TreasuryHoldingsCursorsTable;
  treasury_orders: TreasuryOrdersTable;
  treasury_reviews: TreasuryReviewsTable;
  unreachable_recipients: UnreachableRecipientsTable;
  used_pictures: UsedPicturesTable;
  usernames: UsernamesTable;
  wallet_connections: WalletConnectionsTable;
  wallets: WalletsTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_events: WebhookEventsTable;
  webhook_states: WebhookStatesTable;
  webhooks: WebhooksTable;
  withdrawal_attempts: WithdrawalAttemptsTable;
  withdrawal_broadcasts: WithdrawalBroadcastsTable;
  withdrawal_drafts: WithdrawalDraftsTable;
  withdrawal_receipt_decisions: WithdrawalReceiptDecisionsTable;
  withdrawal_reviews: WithdrawalReviewsTable;
  withdrawal_states: WithdrawalStatesTable;
  withdrawal_unexpected_receipts: WithdrawalUnexpectedReceiptsTable;
  withdrawals: WithdrawalsTable;
  'ledger.accounts': LedgerAccountsTable;
  'ledger.classes': LedgerClassesTable;
  'ledger.daily_roots': LedgerDailyRootsTable;
  'ledger.day_totals': LedgerDayTotalsTable;
  'ledger.entries': LedgerEntriesTable;
  'ledger.journals': LedgerJournalsTable;
  'ledger.kinds': LedgerKindsTable;
  'ledger.legs': LedgerLegsTable;
  'ledger.open_holds': LedgerOpenHoldsTable;
  'ledger.totalled_days': LedgerTotalledDaysTable;
  'ledger.transfers': LedgerTransfersTable;
}
