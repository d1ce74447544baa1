import type { DbTx } from '@tern/db/database';
import { openTransactionLane } from '@tern/db/transaction-lane';
import { requestSetMax } from '../../platform/idempotency/public.ts';
import type { SendingDeps } from './deps.ts';
import { insertDrafts, readDraftExpiry } from './draft-store.ts';
import type { Draft } from './draft.ts';
import { readSendFacts, type AskedSend, type SendFacts } from './send-facts.ts';

/** A process's way to create drafts, however many people do it at once: what waits at one moment shares its statements. */
export type DraftLanes = {
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
    setMax: requestSetMax,
  });
  const drafts = openTransactionLane<Omit<Draft, 'expiresAt'>, Draft>({
    db: deps.db,
    work: keepDrafts,
    setMax: requestSetMax,
  });
  return { readFacts: facts.submit, keep: drafts.submit };
}

async function keepDrafts(tx: DbTx, set: readonly Omit<Draft, 'expiresAt'>[]): Promise<readonly Draft[]> {
  const expiresAt = await readDraftExpiry(tx);
  const drafts = set.map((draft): Draft => ({ ...draft, expiresAt }));
  await insertDrafts(tx, drafts);
  return drafts;
}
