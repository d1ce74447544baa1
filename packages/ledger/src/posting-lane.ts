import { openCoalescer } from '@tern/base/coalescer';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isRolledBack } from '@tern/db/violations';
import { postJournal, type PostedJournal } from './post-journal.ts';
import { postJournals, type BatchedJournal } from './post-journals.ts';

/** A process's way to post journals that commit by themselves, however many ask at once. */
export type PostingLane = {
  /** As `postJournal` in a transaction of its own: resolves once durable, throws `LedgerError`. */
  readonly post: (journal: BatchedJournal) => Promise<PostedJournal>;
};

/** Most legs that share a transaction: they hold their accounts some tens of milliseconds. */
const legsMax = 512;

/** Two batches keep the server busy while one commits and is answered; of fewer journals each costs more than that saves. */
const sideBySide = { batches: 2, itemsMin: 48 };

/** Opens the lane. One for each process; any number of processes may have one beside those that post singly. */
export function openPostingLane(db: Database): PostingLane {
  const coalescer = openCoalescer<BatchedJournal, PostedJournal>({
    together: (journals) => transact(db, (tx) => postJournals(tx, journals)),
    alone: (journal) => transact(db, (tx) => postJournal(tx, journal)),
    isHarmless: isRolledBack,
    keyOf: ({ key }) => key,
    weightOf: ({ legs }) => Math.max(1, legs.length),
    weightMax: legsMax,
    sideBySide,
  });
  return { post: coalescer.submit };
}
