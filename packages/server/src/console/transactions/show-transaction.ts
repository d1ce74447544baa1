import { isUuid, type DepositId, type RecordId, type WithdrawalId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { TransactionSource, TransactionView } from '@tern/contracts/routes/console-transactions';
import type { Database, DbReader } from '@tern/db/database';
import { listActions } from '../../people/operators/public.ts';
import { findRecord } from '../../people/records/public.ts';
import { selectArrivalRows } from './arrival-rows-store.ts';
import { buildTimeline } from './build-timeline.ts';
import {
  selectArrival,
  selectArrivalEvents,
  selectDepositOf,
  selectItem,
  selectPayoutEvents,
  selectSource,
  type FlowEvent,
} from './event-store.ts';
import { showDepositHold, showSendHold } from './hold-events.ts';
import { selectItemRows } from './item-rows-store.ts';
import { selectJournalRows } from './journal-rows-store.ts';
import { keysOfDepositHold, keysOfSend, selectJournalIds, selectKeysOfSwap, selectLegs } from './journal-store.ts';
import { highestPlace, lowestPlace } from './place.ts';
import { selectRecordRows } from './record-rows-store.ts';
import { renderJournals } from './render-journals.ts';
import { selectByTransaction, type Found } from './search-store.ts';
import { anything, renderTransaction, type Stretch, type Transaction } from './transaction.ts';

export type ShowDeps = {
  readonly db: Database;
  /** Page of the network's explorer, without a trailing slash; null where the network has none. */
  readonly explorerUrl: string | null;
  readonly confirmations: number;
};

const shownActions = 50;
const sameMax = 50;
const everything: Stretch = { above: lowestPlace, below: highestPlace, oldestFirst: false, limit: sameMax };

/** One transaction with everything that is known of it. Throws `NOT_FOUND`. */
export async function showTransaction(
  deps: ShowDeps,
  { source, id }: { readonly source: TransactionSource; readonly id: string },
): Promise<TransactionView> {
  const { kysely } = deps.db;
  const isName = source === 'record' || source === 'arrival' ? isUuid(id) : /^[1-9]\d{0,17}$/.test(id);
  const [row] = isName ? await rowsOf(kysely, [{ source, id }]) : [];
  if (row === undefined) throw problem('NOT_FOUND');
  const about = await aboutOf(deps, row);
  const legs = await selectLegs(kysely, about.journalIds);
  const people = new Set([row.person?.id, row.other.person?.id].filter((each) => each !== undefined));
  const journals = renderJournals(legs, people);
  const { actions } = await listActionsAbout(kysely, about.subjects);
  const { steps, events, facts } = about;
  const same = row.txId === null ? [] : await selectByTransaction(kysely, row.txId);
  const others = await rowsOf(kysely, same.filter((each) => !isSame(each, row)).slice(0, sameMax));
  return {
    ...renderTransaction(row),
    ...facts,
    explorerUrl:
      deps.explorerUrl === null || row.txId === null ? null : `${deps.explorerUrl}/#/transaction/${row.txId}`,
    timeline: buildTimeline({ steps, events, journals, actions }),
    journals,
    sameTransaction: others.map(renderTransaction),
  };
}

type Facts = Omit<
  TransactionView,
  keyof ReturnType<typeof renderTransaction> | 'explorerUrl' | 'timeline' | 'journals' | 'sameTransaction'
>;

type About = {
  readonly facts: Facts;
  readonly steps: Parameters<typeof buildTimeline>[0]['steps'];
  readonly events: readonly FlowEvent[];
  readonly journalIds: readonly string[];
  /** What operators' actions about it name. */
  readonly subjects: readonly string[];
};

const noFacts: Facts = {
  reason: null,
  waitingFor: null,
  memo: null,
  payAddress: null,
  receiveAddress: null,
  subject: null,
  block: null,
  blockTime: null,
  confirmations: null,
  energyUsed: null,
  bandwidthUsed: null,
  networkFeeSun: null,
  withdrawalId: null,
};

function aboutOf(deps: ShowDeps, row: Transaction): Promise<About> {
  switch (row.source) {
    case 'record':
      return aboutRecord(deps, row);
    case 'arrival':
      return aboutArrival(deps.db.kysely, row);
    case 'item':
      return aboutItem(deps.db.kysely, row);
    case 'journal':
      return Promise.resolve({ facts: noFacts, steps: [], events: [], journalIds: [row.id], subjects: [] });
  }
}

async function aboutRecord({ db: { kysely }, confirmations }: ShowDeps, { id, txId }: Transaction): Promise<About> {
  const recordId = id as RecordId;
  const [found, source] = await Promise.all([
    findRecord(kysely, { id: recordId, confirmations }),
    selectSource(kysely, recordId),
  ]);
  if (found === undefined || source === undefined) throw problem('NOT_FOUND');
  const { record, timeline } = found;
  const { withdrawalId } = source;
  const depositId =
    source.kind === 'deposit' && txId !== null ? ((await selectDepositOf(kysely, recordId, txId)) ?? null) : null;
  const flow =
    withdrawalId !== null
      ? await aboutSend(kysely, withdrawalId)
      : depositId !== null
        ? await aboutDeposit(kysely, depositId)
        : { keys: await selectKeysOfSwap(kysely, recordId), events: [] };
  const journalIds = await selectJournalIds(kysely, { recordId, depositId, keys: flow.keys });
  return {
    facts: toWire({
      reason: record.reason,
      waitingFor: source.waitingFor,
      memo: record.memo,
      payAddress: record.payAddress,
      receiveAddress: record.receiveAddress,
      subject: null,
      block: record.blockNumber,
      blockTime: record.blockTime,
      confirmations: found.confirmations,
      energyUsed: record.energyUsed,
      bandwidthUsed: record.bandwidthUsed,
      networkFeeSun: record.networkFeeSun,
      withdrawalId: record.direction === 'out' ? withdrawalId : null,
    }),
    steps: timeline.map(({ step, state, at }) => ({ step, state, at })),
    events: flow.events,
    journalIds,
    subjects: [recordId, withdrawalId, depositId].filter((subject) => subject !== null),
  };
}

/** Where the books have something about it, and what happened in its flow. */
type Flow = { readonly keys: readonly string[]; readonly events: readonly FlowEvent[] };

async function aboutSend(db: DbReader, id: WithdrawalId): Promise<Flow> {
  const [held, paid] = await Promise.all([showSendHold(db, id), selectPayoutEvents(db, id)]);
  return { keys: keysOfSend(id), events: [...held, ...paid] };
}

async function aboutDeposit(db: DbReader, id: DepositId): Promise<Flow> {
  const [held, arrived] = await Promise.all([showDepositHold(db, id), selectArrivalEvents(db, id)]);
  return { keys: keysOfDepositHold(id), events: [...arrived, ...held] };
}

async function aboutArrival(db: DbReader, { id }: Transaction): Promise<About> {
  const depositId = id as DepositId;
  const [arrival, events, journalIds] = await Promise.all([
    selectArrival(db, depositId),
    selectArrivalEvents(db, depositId),
    selectJournalIds(db, { recordId: null, depositId, keys: [] }),
  ]);
  if (arrival === undefined) throw problem('NOT_FOUND');
  return {
    facts: toWire({
      ...noFacts,
      reason: arrival.reason,
      payAddress: arrival.from_address,
      receiveAddress: arrival.to_address,
      block: Number(arrival.block_number),
      blockTime: arrival.block_time,
    }),
    steps: [],
    events,
    journalIds,
    subjects: [depositId],
  };
}

async function aboutItem(db: DbReader, { id }: Transaction): Promise<About> {
  const item = await selectItem(db, id);
  if (item === undefined) throw problem('NOT_FOUND');
  const event = (name: 'quarantined' | 'dismissed', at: Date, facts: Partial<FlowEvent>): FlowEvent => ({
    ...{ event: name, at, code: null, text: null, block: null, tx_id: null, state: 'done' },
    ...facts,
  });
  return {
    facts: {
      ...noFacts,
      reason: item.reason,
      receiveAddress: item.to_address,
      subject: item.subject,
      block: Number(item.block_number),
    },
    steps: [],
    events: [
      event('quarantined', item.created_at, { code: item.reason, block: item.block_number }),
      ...(item.dismissed_at === null ? [] : [event('dismissed', item.dismissed_at, { text: item.dismissal })]),
    ],
    journalIds: [],
    subjects: [id],
  };
}

async function listActionsAbout(db: DbReader, subjects: readonly string[]): ReturnType<typeof listActions> {
  const lists = await Promise.all(subjects.map((subject) => listActions(db, { subject, limit: shownActions })));
  return { actions: lists.flatMap(({ actions }) => actions), next: undefined };
}

function isSame(one: Found, other: Found): boolean {
  return one.source === other.source && one.id === other.id;
}

/** These rows as the list shows them, newest first. */
async function rowsOf(db: DbReader, wanted: readonly Found[]): Promise<readonly Transaction[]> {
  const ids = (source: TransactionSource): readonly string[] =>
    wanted.filter((each) => each.source === source).map(({ id }) => id);
  const has = (source: TransactionSource): boolean => ids(source).length > 0;
  const lists = await Promise.all([
    has('record') ? selectRecordRows(db, { by: 'ids', ids: ids('record') }, anything, everything) : [],
    has('arrival') ? selectArrivalRows(db, { by: 'ids', ids: ids('arrival') }, anything, everything) : [],
    has('item') ? selectItemRows(db, { by: 'ids', ids: ids('item') }, anything, everything) : [],
    has('journal') ? selectJournalRows(db, { by: 'ids', ids: ids('journal') }, anything, everything) : [],
  ]);
  return lists.flat();
}
