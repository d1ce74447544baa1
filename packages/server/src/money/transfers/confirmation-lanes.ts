import { openCoalescer } from '@tern/base/coalescer';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { Database } from '@tern/db/database';
import {
  findReplies,
  openRequestLane,
  requestSetMax,
  type IdempotentRequest,
} from '../../platform/idempotency/public.ts';
import { createWithdrawals, settlesAtOnce } from './create-withdrawals.ts';
import type { SendingDeps } from './deps.ts';
import { claimDrafts, type DraftKey } from './draft-store.ts';
import type { StoredDraft } from './draft.ts';
import type { ShownDraft } from './judge-confirmation.ts';

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

/** Opens the lanes. One pair for each process; any number of processes may have their own. */
export function openConfirmationLanes(deps: SendingDeps): ConfirmationLanes {
  const turns = openCoalescer<TurnRequest, Turn>({
    together: (set) => takeTurns(deps.db, set),
    // A turn can always be taken again: whoever holds a draft by mistake loses it after seconds.
    isHarmless: () => true,
    keyOf: ({ draft }) => draft.id,
    weightOf: () => 1,
    weightMax: requestSetMax,
  });
  const openWithdrawals = () =>
    openRequestLane<Confirmation, RecordView>({
      db: deps.db,
      work: (tx, fresh) => createWithdrawals(deps, tx, fresh),
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
