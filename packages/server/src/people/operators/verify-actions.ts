import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { selectChain, selectHead, type ActionHead } from './action-store.ts';

/** The first row at which the log is not what was written, and what happened there. */
export type ChainFault = {
  readonly seq: number;
  readonly fault: 'missing' | 'changed' | 'added' | 'cut-off' | 'another-history';
};

const chunk = 5_000;

/**
 * Recomputes the whole chain. `known` is an end of the log that somebody noted elsewhere: without it, whoever rewrites all
 * rows and the head from one row on stays unseen.
 */
export function verifyActions(
  db: Database,
  known?: ActionHead,
): Promise<{ readonly head: ActionHead; readonly fault: ChainFault | undefined }> {
  return transact(
    db,
    async (tx) => {
      const head = await selectHead(tx);
      let last = 0;
      for (;;) {
        const rows = await selectChain(tx, last, chunk);
        for (const { seq, hash, expected } of rows) {
          if (seq !== last + 1) return { head, fault: { seq: last + 1, fault: 'missing' } };
          if (seq > head.seq) return { head, fault: { seq, fault: 'added' } };
          if (hash !== expected) return { head, fault: { seq, fault: 'changed' } };
          if (seq === known?.seq && hash !== known.hash) return { head, fault: { seq, fault: 'another-history' } };
          if (seq === head.seq && hash !== head.hash) return { head, fault: { seq, fault: 'changed' } };
          last = seq;
        }
        if (rows.length < chunk) break;
      }
      const end = Math.max(head.seq, known?.seq ?? 0);
      return { head, fault: last === end ? undefined : { seq: last + 1, fault: 'cut-off' } };
    },
    { isolation: 'repeatable read' },
  );
}
