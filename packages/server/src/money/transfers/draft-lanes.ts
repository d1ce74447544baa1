import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { openTransactionLane } from '@tern/db/transaction-lane';
import { isDatabaseAwayForAll } from '@tern/db/violations';
import { requestSetMax } from '../../platform/idempotency/public.ts';
import type { SendingDeps } from './deps.ts';
import { insertDrafts, readDraftExpiry } from './draft-store.ts';
import type { Draft } from './draft.ts';
import { readSendFacts, type AskedSend, type SendFacts } from './send-facts.ts';

/** Most questions of one person that wait at once in a process; a page asks one at a time. */
const waitingMax = 8;

/** A process's way to create drafts, however many people do it at once: what waits at one moment shares its statements. */
export type DraftLanes = {
  /** Throws `TOO_MANY_REQUESTS` while eight questions of the same person wait. */
  readonly readFacts: (asked: AskedSend) => Promise<SendFacts>;
  /** Stores a draft, once durable with the moment it ends: five minutes from now, by database time. */
  readonly keep: (draft: Omit<Draft, 'expiresAt'>) => Promise<Draft>;
};

/** Opens the lanes. One pair for each process; any number of processes may have their own. */
export function openDraftLanes(deps: Pick<SendingDeps, 'db' | 'factors' | 'terms'>): DraftLanes {
  const facts = openTransactionLane<AskedSend, SendFacts>({
    db: deps.db,
    work: (tx, set) => readSendFacts(tx, deps, set),
    // Facts are found by their person.
    keyOf: ({ personId }) => personId,
    isForAll: isDatabaseAwayForAll,
    setMax: requestSetMax,
  });
  const drafts = openTransactionLane<Omit<Draft, 'expiresAt'>, Draft>({
    db: deps.db,
    work: keepDrafts,
    isForAll: isDatabaseAwayForAll,
    setMax: requestSetMax,
  });
  return { readFacts: boundEach(facts.submit), keep: drafts.submit };
}

/** Refuses what one person asks while as much of theirs waits as anybody needs: of each person, a set has one. */
function boundEach(read: DraftLanes['readFacts']): DraftLanes['readFacts'] {
  const waiting = new Map<PersonId, number>();
  return async (asked) => {
    const { personId } = asked;
    const own = waiting.get(personId) ?? 0;
    if (own >= waitingMax) throw problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    waiting.set(personId, own + 1);
    try {
      return await read(asked);
    } finally {
      const left = (waiting.get(personId) ?? 1) - 1;
      if (left === 0) waiting.delete(personId);
      else waiting.set(personId, left);
    }
  };
}

async function keepDrafts(tx: DbTx, set: readonly Omit<Draft, 'expiresAt'>[]): Promise<readonly Draft[]> {
  const expiresAt = await readDraftExpiry(tx);
  const drafts = set.map((draft): Draft => ({ ...draft, expiresAt }));
  await insertDrafts(tx, drafts);
  return drafts;
}
