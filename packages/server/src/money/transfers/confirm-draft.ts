import { setTimeout as wait } from 'node:timers/promises';
import { crashPoint } from '@tern/base/crash-point';
import type { DraftId } from '@tern/base/ids';
import { DomainError, problem } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { ApiSession } from '../../platform/api-context.ts';
import type { IdempotentRequest } from '../../platform/idempotency/public.ts';
import {
  openConfirmationLanes,
  type ClaimedDraft,
  type Confirmation,
  type ConfirmationLanes,
  type Turn,
  type TurnRequest,
} from './confirmation-lanes.ts';
import type { SendingDeps } from './deps.ts';
import { releaseDraft } from './draft-store.ts';
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
  const turn = await waitForTurn(lanes, { draft: { personId, id: draftId }, hash: input.hash, request });
  if ('reply' in turn) return turn.reply;
  const { draft } = turn;
  try {
    const { terms, proof } = await proveFactors(deps, turn, input);
    const screened = await screenSend(deps, draft).catch((error: unknown) =>
      failAfter(deps.factors.settleAlone(proof), error),
    );
    crashPoint('w0');
    const reply = await lanes.withdraw({ draft, terms, sessionId, request, ...screened, proof });
    crashPoint('w1');
    return reply;
  } catch (error) {
    await releaseDraft(deps.db.kysely, draftId);
    throw error;
  }
}

/** Judges the given factors by the try that was reserved with the draft, and reads the terms it was made under. */
async function proveFactors(
  deps: SendingDeps,
  { draft, admission }: ClaimedDraft,
  { hash, tradePassword, authenticatorCode }: ConfirmDraftInput,
): Promise<Pick<Confirmation, 'terms' | 'proof'>> {
  if (admission instanceof DomainError) throw admission;
  const { sending: terms } = await deps.terms
    .getVersion(deps.db.kysely, draft.termsVersion)
    .catch((error: unknown) => failAfter(deps.factors.giveBack(admission), error));
  const proof = await deps.factors.prove(admission, {
    tradePassword,
    authenticatorCode: draft.ownMove ? null : (authenticatorCode ?? ''),
    action: hash,
  });
  return { terms, proof };
}

/** Fails with `error` once the try is counted or given back; where that fails too, it ends by itself. */
async function failAfter(ended: Promise<unknown>, error: unknown): Promise<never> {
  await ended.catch(() => undefined);
  throw error;
}

/** How often and how long a second confirmation of one draft looks whether the first has ended. */
const turnPollMs = 50;
const turnPollsMax = 300;

/**
 * Factors work once, so of several equal requests at the same moment only one may present them. Returns the stored reply
 * of an earlier one, or the draft once this request holds it.
 */
async function waitForTurn({ takeTurn }: ConfirmationLanes, turnRequest: TurnRequest): Promise<Exclude<Turn, 'held'>> {
  for (let poll = 0; poll < turnPollsMax; poll += 1) {
    const turn = await takeTurn(turnRequest);
    if (turn !== 'held') return turn;
    await wait(turnPollMs);
  }
  throw problem('UNAVAILABLE');
}
