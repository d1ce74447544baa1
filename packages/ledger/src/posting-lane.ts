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

/**
 * Opens a process's lane for journals that commit by themselves. A journal that finds the lane idle is posted singly;
 * what comes while a call is under way is gathered into the next one, of at most 512 legs. One lane for each process is
 * enough; any number of processes may have one, beside others that post singly
 * (docs/decisions/0013-one-lane-and-exact-house-accounts.md).
 *
 * When the connection breaks, the callers get the error and do not know what became of their journals: they ask again
 * under the same keys.
 *
 * @example
 * const lane = openPostingLane(db);
 * const move = (key, amount) => ({
 *   key,
 *   kind: 'internal-transfer',
 *   legs: [{ debit: alice.usdt, credit: bob.usdt, asset: 'usdt', amount: units(amount), code: 'transfer' }],
 * });
 * const replies = await Promise.all([lane.post(move('transfer:1', 1n)), lane.post(move('transfer:2', 2n))]);
 * replies.map(({ replayed }) => replayed); // → [false, false]
 * (await getAccountBalance(db.kysely, bob.usdt)).posted; // → 3n
 * await lane.post(move('transfer:3', 100_000_000n)); // throws LedgerError('exceeds-available')
 */
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
