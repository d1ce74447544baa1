import { setTimeout as wait } from 'node:timers/promises';
import { crashPoint } from '@tern/base/crash-point';
import type { DraftId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { ApiSession } from '../../platform/api-context.ts';
import type { IdempotentRequest } from '../../platform/idempotency/public.ts';
import { openConfirmationLanes, type ConfirmationLanes, type Turn } from './confirmation-lanes.ts';
import type { SendingDeps } from './deps.ts';
import { releaseDraft } from './draft-store.ts';
import { hashDraft, type StoredDraft } from './draft.ts';
import { screenSend } from './screen-send.ts';

export type ConfirmDraftInput = {
  readonly session: ApiSession;
  readonly draftId: DraftId;
  /** Made by the client before the first sending; the same for every repetition. */
  readonly idempotencyKey: string;
  /** Hash of the draft as it was shown, hexadecimal. */
  readonly hash: string;
  readonly tradePassword: string;
  readonly authenticatorCode: string | undefined;
};

/**
 * Turns a draft into a withdrawal: both factors, then limits, money, records and reply in one database transaction, once.
 * The same request again gets the stored reply. What waits in the same `lanes` at one moment shares its statements.
 * Throws the problems the contract lists for this route.
 */
export async function confirmDraft(
  deps: SendingDeps,
  input: ConfirmDraftInput,
  lanes: ConfirmationLanes = openConfirmationLanes(deps),
): Promise<RecordView> {
  const { session, draftId } = input;
  const { personId, sessionId } = session;
  // Factors are no part of the request's identity: a code typed anew after a lost answer repeats the same request.
  const request: IdempotentRequest = {
    personId,
    key: input.idempotencyKey,
    request: { route: 'confirm-draft', draftId, hash: input.hash },
  };
  const turn = await waitForTurn(lanes, { personId, id: draftId }, request);
  if ('reply' in turn) return turn.reply;
  const { draft } = turn;
  try {
    // Before a factor is used up.
    checkConfirmable(draft, input.hash);
    const { sending: terms } = await deps.terms.getVersion(deps.db.kysely, draft.termsVersion);
    await deps.factors.authorizeTransfer({
      personId,
      tradePassword: input.tradePassword,
      authenticatorCode: draft.ownMove ? null : (input.authenticatorCode ?? ''),
      action: input.hash,
    });
    const finding = await screenSend(deps, draft);
    crashPoint('w0');
    const reply = await lanes.withdraw({ draft, terms, sessionId, request, finding });
    crashPoint('w1');
    return reply;
  } catch (error) {
    await releaseDraft(deps.db.kysely, draftId);
    throw error;
  }
}

/** How often and how long a second confirmation of one draft looks whether the first has ended. */
const turnPollMs = 50;
const turnPollsMax = 300;

/**
 * Factors work once, so of several equal requests at the same moment only one may present them. Returns the stored reply
 * of an earlier one, or the draft once this request holds it.
 */
async function waitForTurn(
  { takeTurn }: ConfirmationLanes,
  draft: { readonly personId: PersonId; readonly id: DraftId },
  request: IdempotentRequest,
): Promise<Exclude<Turn, 'held'>> {
  for (let poll = 0; poll < turnPollsMax; poll += 1) {
    const turn = await takeTurn({ draft, request });
    if (turn !== 'held') return turn;
    await wait(turnPollMs);
  }
  throw problem('UNAVAILABLE');
}

/** Throws unless the draft is still what was shown and still good. */
function checkConfirmable(draft: StoredDraft, hash: string): void {
  if (!draft.hash.equals(hashDraft(draft)) || draft.hash.toString('hex') !== hash) throw problem('DRAFT_CHANGED');
  if (draft.expired) throw problem('DRAFT_EXPIRED');
}
