import { assert } from '@tern/base/assert';
import { openCoalescer } from '@tern/base/coalescer';
import { DomainError, problem } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findReplies, runIdempotentSet, type IdempotentRequest } from '../idempotency/public.ts';
import { createWithdrawals, settlesAtOnce } from './create-withdrawals.ts';
import type { SendingDeps } from './deps.ts';
import type { ShownDraft } from './judge-confirmation.ts';
import type { StoredDraft } from './draft.ts';
import { claimDrafts, type DraftKey } from './draft-store.ts';

/** Who wants to confirm which draft, and under which key. */
export type TurnRequest = { readonly draft: DraftKey; readonly request: IdempotentRequest };

/** The stored reply of an earlier equal request; the draft once it is claimed; neither while somebody else holds it. */
export type Turn = { readonly reply: RecordView } | { readonly draft: StoredDraft } | 'held';

export type Confirmation = ShownDraft & { readonly request: IdempotentRequest };

/**
 * A process's way to confirm drafts, however many ask at once: what waits at one moment shares statements and a
 * transaction, and each gets its own outcome. Throws the problems of a confirmation.
 */
export type ConfirmationLanes = {
  readonly takeTurn: (turn: TurnRequest) => Promise<Turn>;
  /** Resolves once durable. */
  readonly withdraw: (confirmation: Confirmation) => Promise<RecordView>;
};

/** Most that share a transaction: they hold people and accounts some tens of milliseconds. */
const setMax = 64;

/** Opens the lanes. One pair for each process; any number of processes may have their own. */
export function openConfirmationLanes(deps: SendingDeps): ConfirmationLanes {
  const turns = openCoalescer<TurnRequest, Turn>({
    ...lane,
    together: (set) => takeTurns(deps.db, set),
    alone: async (turn) => single<Turn>(await takeTurns(deps.db, [turn])),
    // A turn can always be taken again: whoever holds a draft by mistake loses it after seconds.
    isHarmless: () => true,
    keyOf: ({ draft }) => draft.id,
  });
  const openWithdrawals = () =>
    openCoalescer<Confirmation, RecordView>({
      ...lane,
      together: (set) => withdrawSet(deps, set),
      isHarmless: (error) => error instanceof RolledBack,
      alone: async (confirmation) => single<RecordView>(await withdrawSet(deps, [confirmation])),
      // Of one person one after the other: limits and balances of each see those before it.
      keyOf: ({ draft }) => draft.personId,
    });
  // Apart, so that what only holds money never waits in a ring with what moves it.
  const [atOnce, held] = [openWithdrawals(), openWithdrawals()];
  return {
    takeTurn: turns.submit,
    withdraw: (confirmation) => (settlesAtOnce(confirmation) ? atOnce : held).submit(confirmation),
  };
}

const lane = {
  weightOf: () => 1,
  weightMax: setMax,
} as const;

/** Nothing of a set was done: it failed before its commit was asked for. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

function single<Outcome>([outcome]: readonly (Outcome | DomainError)[]): Outcome {
  assert(outcome !== undefined, 'a set of one has one outcome');
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

async function takeTurns(db: Database, set: readonly TurnRequest[]): Promise<readonly (Turn | DomainError)[]> {
  const replies = await findReplies<RecordView>(
    db.kysely,
    set.map(({ request }) => request),
  );
  const asking = set.filter((_turn, at) => replies[at] === undefined).map(({ draft }) => draft);
  const drafts = asking.length === 0 ? new Map<never, never>() : await claimDrafts(db.kysely, asking);
  const late = await findLateReplies(
    db,
    set.filter((turn, at) => replies[at] === undefined && drafts.get(turn.draft.id)?.draft.used === true),
  );
  return set.map((turn, at) => {
    const reply = replies[at] ?? late.get(turn);
    if (reply instanceof Error) return reply;
    if (reply !== undefined) return { reply };
    const found = drafts.get(turn.draft.id);
    if (found === undefined) return problem('NOT_FOUND');
    if (found.claimed) return { draft: found.draft };
    return found.draft.used ? problem('DRAFT_USED') : 'held';
  });
}

/** A draft may have been used between the two looks, by this very request. */
async function findLateReplies(
  db: Database,
  used: readonly TurnRequest[],
): Promise<ReadonlyMap<TurnRequest, RecordView | DomainError | undefined>> {
  if (used.length === 0) return new Map();
  const replies = await findReplies<RecordView>(
    db.kysely,
    used.map(({ request }) => request),
  );
  return new Map(used.map((turn, at) => [turn, replies[at]]));
}

async function withdrawSet(
  deps: SendingDeps,
  set: readonly Confirmation[],
): Promise<readonly (RecordView | DomainError)[]> {
  let done = false;
  const work = async (tx: DbTx) => {
    done = false;
    const outcomes = await runIdempotentSet<RecordView>(
      tx,
      set.map(({ request }) => request),
      (fresh) =>
        createWithdrawals(
          deps,
          tx,
          fresh.flatMap((at) => set[at] ?? []),
        ),
    );
    done = true;
    return outcomes;
  };
  try {
    return await transact(deps.db, work);
  } catch (error) {
    if (done || set.length === 1) throw error;
    throw new RolledBack('a set of confirmations was rolled back', { cause: error });
  }
}
