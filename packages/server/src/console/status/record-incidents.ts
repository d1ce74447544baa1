import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findWhatIsWrong, type StatusRules } from './find-what-is-wrong.ts';
import { insertPastIncident, storeFindings, takeLook } from './status-store.ts';
import { isSilence } from './status.ts';

/**
 * Worker step: writes down what is wrong now and what is over, so that the status page has a history. A time during which
 * no worker looked is an incident itself. Returns 0.
 */
export function recordIncidents({
  db,
  rules,
}: {
  readonly db: Database;
  readonly rules: StatusRules;
}): Promise<number> {
  return transact(db, async (tx) => {
    const look = await takeLook(tx);
    if (look.lookedAt !== null && isSilence(look))
      await insertPastIncident(tx, 'processing-stopped', look.lookedAt, look.now);
    await storeFindings(tx, await findWhatIsWrong(tx, rules));
    return 0;
  });
}
