import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ChangeProposal, ChangesView } from '@tern/contracts/routes/console-changes';
import type { SuggestionInput, SuggestionView } from '@tern/contracts/routes/service-suggestions';
import type { Database, DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import { readChange, type ReadChangeDeps } from './read-change.ts';
import {
  findSuggestion,
  insertSuggestion,
  lockSuggestionsOf,
  selectWaitingSuggestions,
  suggestionDays,
  type Suggestion,
} from './suggestion-store.ts';

/** Suggestions by one key that can wait for operators at the same time. */
const waitingMax = 20;
const dayMs = 86_400_000;

export type SuggestDeps = Omit<ReadChangeDeps, 'areTermsValid'> & { readonly db: Database };

/**
 * Writes down what another system suggests; nothing changes by it, and no operator has said anything yet. The same again is
 * answered the same. Throws `SUGGESTION_REFUSED` and `IDEMPOTENCY_KEY_REUSED`.
 */
export async function suggestChange(
  deps: SuggestDeps,
  { keyId, now, said }: { readonly keyId: string; readonly now: Date; readonly said: SuggestionInput },
): Promise<SuggestionView> {
  const read = readChange(deps, said.content);
  if ('fault' in read) throw problem('SUGGESTION_REFUSED', { reason: read.fault });
  const { id, content, note } = said;
  const kept = await transact(deps.db, async (tx) => {
    await lockSuggestionsOf(tx, keyId);
    const before = await findSuggestion(tx, id);
    if (before !== undefined) return before;
    if ((await selectWaitingSuggestions(tx, { keyId, now })).length >= waitingMax)
      throw problem('SUGGESTION_REFUSED', { reason: 'too-many-waiting' });
    await insertSuggestion(tx, { id, keyId, content, note });
    return await findSuggestion(tx, id);
  });
  const isSame = kept?.keyId === keyId && kept.note === note && canonicalJson(kept.content) === canonicalJson(content);
  if (kept === undefined || !isSame) throw problem('IDEMPOTENCY_KEY_REUSED');
  return viewOf(kept, now);
}

/** What became of a suggestion. Throws `NOT_FOUND`, for those by other keys too. */
export async function showSuggestion(
  { kysely }: Database,
  { keyId, id, now }: { readonly keyId: string; readonly id: string; readonly now: Date },
): Promise<SuggestionView> {
  const found = await findSuggestion(kysely, id);
  if (found?.keyId !== keyId) throw problem('NOT_FOUND');
  return viewOf(found, now);
}

/** What operators can propose because another system suggested it. */
export async function listSuggestions(db: DbReader, now: Date): Promise<ChangesView['suggestions']> {
  return toWire(
    (await selectWaitingSuggestions(db, { now })).map(({ id, keyName, content, note, madeAt }) => ({
      id,
      key: keyName,
      content,
      note,
      madeAt,
      expiresAt: expiryOf(madeAt),
    })),
  );
}

/** The suggestion because of which a change is proposed. Throws `DECISION_REFUSED` where it is not that change, is over or was taken. */
export async function requireSuggestion(
  db: DbReader,
  { content, suggestionId }: ChangeProposal,
  now: Date,
): Promise<Suggestion | undefined> {
  if (suggestionId === undefined) return undefined;
  const found = await findSuggestion(db, suggestionId);
  const isIt = found !== undefined && canonicalJson(found.content) === canonicalJson(content);
  if (!isIt || viewOf(found, now).state !== 'waiting') throw problem('DECISION_REFUSED', { reason: 'suggestion-over' });
  return found;
}

function expiryOf(madeAt: Date): Date {
  return new Date(madeAt.getTime() + suggestionDays * dayMs);
}

function viewOf({ id, madeAt, changeState }: Suggestion, now: Date): SuggestionView {
  const expiresAt = expiryOf(madeAt);
  const isOver = expiresAt.getTime() <= now.getTime();
  return toWire({
    id,
    state: changeState ?? (isOver ? 'expired' : 'waiting'),
    madeAt,
    expiresAt,
  });
}
