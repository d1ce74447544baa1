import { assert } from '@tern/base/assert';
import { problem, DomainError } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { openTransactionLane } from '@tern/db/transaction-lane';
import type { Admission } from '../../people/factors/public.ts';
import {
  findReplies,
  openRequestLane,
  requestSetMax,
  type IdempotentRequest,
} from '../../platform/idempotency/public.ts';
import { createWithdrawals, settlesAtOnce } from './create-withdrawals.ts';
import type { SendingDeps } from './deps.ts';
import { claimDrafts, type DraftKey } from './draft-store.ts';
import { findDraftFault, type StoredDraft } from './draft.ts';
import type { ShownDraft } from './judge-confirmation.ts';

/** Who wants to confirm which draft as it was shown, and under which key. */
export type TurnRequest = {
  readonly draft: DraftKey;
  /** Hash of the draft as it was shown, hexadecimal. */
  readonly hash: string;
  readonly request: IdempotentRequest;
};

/** A draft that is claimed, with a try for its factors; in its place, what speaks against trying. */
export type ClaimedDraft = { readonly draft: StoredDraft; readonly admission: Admission | DomainError };

/** The stored reply of an earlier equal request; the draft once it is claimed; neither while somebody else holds it. */
export type Turn = { readonly reply: RecordView } | ClaimedDraft | 'held';

export type Confirmation = ShownDraft & { readonly request: IdempotentRequest };

/**
 * A process's way to confirm drafts, however many ask at once: what waits at one moment shares statements and a
 * transaction, and each gets its own outcome. Throws the problems of a confirmation.
 */
export type ConfirmationLanes = {
  readonly takeTurn: (turn: TurnRequest) => Promise<Turn>;
  /** Resolves once durable. Counts the factors in any case. */
  readonly withdraw: (confirmation: Confirmation) => Promise<RecordView>;
};

/** Opens the lanes. One pair for each process; any number of processes may have their own. */
export function openConfirmationLanes(deps: SendingDeps): ConfirmationLanes {
  const turns = openTransactionLane<TurnRequest, Turn>({
    db: deps.db,
    work: (tx, set) => takeTurns(deps, tx, set),
    keyOf: ({ draft }) => draft.id,
    setMax: requestSetMax,
  });
  // Apart, so that what only holds money never waits in a ring with what moves it.
  const [atOnce, held] = [openWithdrawals(deps), openWithdrawals(deps)];
  return {
    takeTurn: turns.submit,
    withdraw: (confirmation) => (settlesAtOnce(confirmation) ? atOnce : held)(confirmation),
  };
}

/**
 * From so many confirmations on that wait for a hash, those whose factors are right wait for each other: each of them has
 * waited longer than this, and a set of one costs several times what it costs in a set of twenty.
 */
const crowd = 32;
const crowdGatherMs = 100;

/** A lane of withdrawals, in which each confirmation's factors are counted whatever becomes of it. */
function openWithdrawals(deps: SendingDeps): ConfirmationLanes['withdraw'] {
  // Those whose factors the last attempt counted: it is over when they are answered.
  const counted = new WeakSet<Confirmation>();
  const { submit } = openRequestLane<Confirmation, RecordView>({
    db: deps.db,
    work: async (tx, fresh) => {
      for (const each of fresh) counted.delete(each);
      const outcomes = await createWithdrawals(deps, tx, fresh);
      for (const each of fresh) counted.add(each);
      return outcomes;
    },
    gatherMs: () => (deps.factors.judging() < crowd ? 0 : crowdGatherMs),
    // Of one person one after the other: limits and balances of each see those before it.
    keyOf: ({ draft }) => draft.personId,
  });
  return async (confirmation) => {
    let committed = false;
    try {
      const reply = await submit(confirmation);
      committed = true;
      return reply;
    } catch (error) {
      committed = error instanceof DomainError;
      throw error;
    } finally {
      if (!committed || !counted.has(confirmation)) await countAlone(deps, confirmation);
    }
  };
}

/** Where even this fails, the try ends by itself. */
async function countAlone({ factors }: SendingDeps, { proof }: Confirmation): Promise<void> {
  await factors.settleAlone(proof).catch(() => undefined);
}

async function takeTurns(
  { factors }: SendingDeps,
  tx: DbTx,
  set: readonly TurnRequest[],
): Promise<readonly (Turn | DomainError)[]> {
  const replies = await findReplies<RecordView>(
    tx,
    set.map(({ request }) => request),
  );
  const asking = set.filter((_turn, at) => replies[at] === undefined).map(({ draft }) => draft);
  const drafts = asking.length === 0 ? new Map<never, never>() : await claimDrafts(tx, asking);
  const late = await findLateReplies(
    tx,
    set.filter((turn, at) => replies[at] === undefined && drafts.get(turn.draft.id)?.draft.used === true),
  );
  const turns = set.map((turn, at): FoundTurn => {
    const reply = replies[at] ?? late.get(turn);
    if (reply instanceof Error) return reply;
    if (reply !== undefined) return { reply };
    const found = drafts.get(turn.draft.id);
    if (found === undefined) return problem('NOT_FOUND');
    if (found.claimed) return { claimed: found.draft };
    return found.draft.used ? problem('DRAFT_USED') : 'held';
  });
  return await admitClaimed(factors, tx, { set, turns });
}

/** Reserves a try for each claimed draft: before a factor is used up it is checked that the draft is still what was shown. */
async function admitClaimed(
  factors: SendingDeps['factors'],
  tx: DbTx,
  { set, turns }: { readonly set: readonly TurnRequest[]; readonly turns: readonly FoundTurn[] },
): Promise<readonly (Turn | DomainError)[]> {
  const faults = turns.map((turn, at) =>
    isClaimed(turn) ? findDraftFault(turn.claimed, set[at]?.hash ?? '') : undefined,
  );
  const open = turns.flatMap((turn, at) => (isClaimed(turn) && faults[at] === undefined ? turn.claimed : []));
  const admissions =
    open.length === 0
      ? []
      : await factors.admit(
          tx,
          open.map(({ personId, ownMove }) => ({ personId, withCode: !ownMove })),
        );
  return turns.map((turn, at) => {
    if (!isClaimed(turn)) return turn;
    const admission = faults[at] ?? admissions[open.indexOf(turn.claimed)];
    assert(admission !== undefined, 'every try is answered');
    return { draft: turn.claimed, admission };
  });
}

type FoundTurn = Turn | DomainError | { readonly claimed: StoredDraft };

function isClaimed(turn: FoundTurn): turn is { readonly claimed: StoredDraft } {
  return typeof turn === 'object' && 'claimed' in turn;
}

/** A draft may have been used between the two looks, by this very request. */
async function findLateReplies(
  tx: DbTx,
  used: readonly TurnRequest[],
): Promise<ReadonlyMap<TurnRequest, RecordView | DomainError | undefined>> {
  if (used.length === 0) return new Map();
  const replies = await findReplies<RecordView>(
    tx,
    used.map(({ request }) => request),
  );
  return new Map(used.map((turn, at) => [turn, replies[at]]));
}
