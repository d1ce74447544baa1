import { assert } from '@tern/base/assert';
import { systemClock } from '@tern/base/clock';
import { newOrderedId, type WithdrawalId } from '@tern/base/ids';
import { mapOk } from '@tern/base/map-ok';
import type { DomainError } from '@tern/contracts/problem';
import type { CaseEvidence } from '@tern/contracts/refused-addresses';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { openCustomerAccounts } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import type { AccountId, JournalId, PendingId } from '@tern/ledger/ids';
import { add, zero } from '@tern/money/units';
import { putRecords, renderWritten, type RecordWithSteps } from '../../people/records/public.ts';
import { insertCases } from '../../people/screening/public.ts';
import { catchProblem } from '../../platform/catch-problem.ts';
import type { Change } from '../../platform/live/public.ts';
import { accountKey, readConfirmationFacts, type ConfirmationFacts } from './confirmation-facts.ts';
import type { SendingDeps } from './deps.ts';
import type { StoredDraft } from './draft.ts';
import { insufficientBalance, judgeConfirmation, type Confirmable, type ShownDraft } from './judge-confirmation.ts';
import { countsForDailyOutflow, reviewNeedOf, type ReviewNeed } from './review-need.ts';
import { holdWithdrawals, transferInside } from './withdrawal-money.ts';
import { incomingRecord, outgoingRecord } from './withdrawal-records.ts';
import { insertWithdrawals, lockSumOfDailyOutflow } from './withdrawal-store.ts';
import { approvalsNeeded, type WithdrawalState } from './withdrawal.ts';

/** Whether a confirmation moves the money by itself: to another wallet here, and small enough that nobody looks at it. */
export function settlesAtOnce({ draft, terms }: Pick<ShownDraft, 'draft' | 'terms'>): boolean {
  return draft.settlement === 'internal' && approvalsNeeded(draft, terms) === 0;
}

/**
 * Turns drafts, at most one of each person, into withdrawals: factors, limits, money, both records and states, in the caller's
 * transaction, with statements whose number does not grow with the drafts. For each its record or the problem that speaks
 * against it; of a refused one nothing is written but what its factors came to. Two sets that are not all alike in `settlesAtOnce` could wait for each
 * other's accounts in a ring.
 */
export async function createWithdrawals(
  deps: Pick<SendingDeps, 'factors' | 'confirmations'>,
  tx: DbTx,
  shown: readonly ShownDraft[],
): Promise<readonly (RecordView | DomainError)[]> {
  const facts = await readConfirmationFacts(tx, deps, shown);
  // After the people: whoever changes an authenticator holds its person first.
  const refused = await deps.factors.settle(
    tx,
    shown.map(({ proof }) => proof),
  );
  const judged = shown.map((each, at) => refused[at] ?? catchProblem(() => judgeConfirmation(facts, each)));
  const funded = await mapOk<Confirmable, Funded, DomainError>(judged, (open) => moveMoney(tx, facts, open));
  return mapOk<Funded, RecordView, DomainError>(funded, (open) => writeDown(tx, { ...deps, ...facts }, open));
}

/** A confirmation whose money has moved, or is held. */
type Funded = Confirmable & {
  readonly id: WithdrawalId;
  readonly need: ReviewNeed;
  readonly journalId: JournalId | null;
  readonly pendingId: PendingId | null;
};

async function moveMoney(
  tx: DbTx,
  facts: ConfirmationFacts,
  open: readonly Confirmable[],
): Promise<readonly (Funded | DomainError)[]> {
  const atOnce = open.every(settlesAtOnce);
  // Before the accounts, which would otherwise wait for everyone else's sends to the chain.
  let dailyOutflow = open.some(({ draft, terms }) => countsForDailyOutflow(draft, terms))
    ? await lockSumOfDailyOutflow(tx)
    : zero;
  const sends = open.map((each) => ({ ...each, id: newOrderedId<WithdrawalId>(systemClock.nowMs()) }));
  const moved = atOnce ? await transfer(tx, facts, sends) : await hold(tx, sends);
  return sends.map((send, at) => {
    const money = moved[at];
    assert(money !== undefined, 'the ledger answers for each');
    if (money instanceof LedgerError) return refusalOf(send.draft, money);
    const isHeld = send.draft.settlement === 'chain' && evidenceOf(facts, send).length > 0;
    const need = reviewNeedOf(send.draft, send.terms, { dailyOutflow, isHeld });
    if (countsForDailyOutflow(send.draft, send.terms) && need.approvalsNeeded === 0) {
      dailyOutflow = add(dailyOutflow, send.draft.usdtValue);
    }
    return { ...send, need, ...money };
  });
}

type Send = Confirmable & { readonly id: WithdrawalId };
type Moved = Pick<Funded, 'journalId' | 'pendingId'>;

async function transfer(
  tx: DbTx,
  facts: ConfirmationFacts,
  sends: readonly Send[],
): Promise<readonly (Moved | LedgerError)[]> {
  const credits = await receivingAccounts(tx, facts, sends);
  const journals = await transferInside(
    tx,
    sends.map(({ id, draft, account }, at) => {
      const credit = credits[at];
      assert(credit !== undefined, 'every receiver has an account');
      return { payer: { ...draft, id }, debit: account.id, credit };
    }),
  );
  return journals.map((journal) =>
    journal instanceof LedgerError ? journal : { journalId: journal, pendingId: null },
  );
}

async function hold(tx: DbTx, sends: readonly Send[]): Promise<readonly (Moved | LedgerError)[]> {
  const pending = await holdWithdrawals(
    tx,
    sends.map(({ id, draft, account }) => ({ ...draft, id, account: account.id })),
  );
  return pending.map((each) => (each instanceof LedgerError ? each : { journalId: null, pendingId: each }));
}

/** The account each of the sends goes to. Opens those that do not exist yet. */
async function receivingAccounts(
  tx: DbTx,
  { accounts }: ConfirmationFacts,
  sends: readonly Send[],
): Promise<readonly (AccountId | undefined)[]> {
  const wanted = sends.map(({ draft, receiver }) => {
    assert(receiver !== null, `draft ${draft.id} has a receiver here`);
    return { key: accountKey(receiver.id, draft.assetId), receiver, asset: draft.assetId };
  });
  const missing = [...new Map(wanted.filter(({ key }) => !accounts.has(key)).map((each) => [each.key, each])).values()];
  const opened = await openCustomerAccounts(
    tx,
    missing.map(({ receiver, asset }) => ({ personId: receiver.personId, walletId: receiver.id, asset })),
  );
  const ids = new Map(missing.map(({ key }, at) => [key, opened[at]]));
  return wanted.map(({ key }) => accounts.get(key)?.id ?? ids.get(key));
}

/** Turns the ledger's refusal of an overdraft into the problem a person understands. Throws any other one. */
function refusalOf(draft: StoredDraft, error: LedgerError): DomainError {
  if (error.code !== 'exceeds-available') throw error;
  return insufficientBalance(draft, String(error.particulars['available']));
}

async function writeDown(
  tx: DbTx,
  { confirmations, listings }: Pick<SendingDeps, 'confirmations'> & Pick<ConfirmationFacts, 'listings'>,
  funded: readonly Funded[],
): Promise<readonly RecordView[]> {
  // First the senders' own, in the order of the confirmations.
  const records = await putRecords(
    tx,
    [...funded.map(outgoingOf), ...funded.flatMap(incomingOf)],
    funded.flatMap(changesOf),
  );
  const own = records.slice(0, funded.length);
  await insertWithdrawals(
    tx,
    funded.map((send, at) => {
      const record = own[at];
      assert(record !== undefined, 'every send has a record');
      const { id, draft, need, pendingId } = send;
      return { ...draft, ...need, id, draftId: draft.id, state: stateOf(send), pendingId, recordId: record.id };
    }),
  );
  await insertCases(
    tx,
    funded.flatMap((send) =>
      send.need.reviewCause === 'screening'
        ? {
            withdrawalId: send.id,
            address: send.draft.toAddress,
            evidence: evidenceOf({ listings }, send),
            ruleVersion: send.ruleVersion,
          }
        : [],
    ),
  );
  return renderWritten(tx, { records: own, confirmations });
}

/** All that was found about the receiver of a send to the chain. */
function evidenceOf(
  { listings }: Pick<ConfirmationFacts, 'listings'>,
  { draft, finding }: Pick<Confirmable, 'draft' | 'finding'>,
): readonly CaseEvidence[] {
  return [...(listings.get(draft.toAddress) ?? []), ...(finding === null ? [] : [finding])];
}

/** Whose balances are others now. */
function changesOf({ draft, receiver, journalId }: Funded): readonly Change[] {
  const people = journalId === null || receiver === null ? [draft] : [draft, receiver];
  return people.map(({ personId }) => ({ personId, topic: 'balances' }));
}

function stateOf({ need, draft }: Funded): WithdrawalState {
  if (need.approvalsNeeded > 0) return 'under-review';
  return draft.settlement === 'chain' ? 'approved' : 'completed';
}

function outgoingOf(send: Funded): RecordWithSteps {
  const { id, draft, need, payAddress, journalId } = send;
  const { reviewCause } = need;
  const { sentTo } = draft;
  return outgoingRecord(draft, { withdrawalId: id, state: stateOf(send), reviewCause, payAddress, sentTo, journalId });
}

function incomingOf({ id, draft, receiver, payAddress, journalId }: Funded): readonly RecordWithSteps[] {
  if (receiver === null || journalId === null) return [];
  return [incomingRecord(draft, { withdrawalId: id, journalId, payAddress, receiver })];
}
