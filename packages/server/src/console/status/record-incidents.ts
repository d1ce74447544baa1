import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findIncidents, type StatusRules } from './find-incidents.ts';
import { insertPastIncident, storeFindings, recordInspection } from './status-store.ts';
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
    const inspection = await recordInspection(tx);
    if (inspection.inspectedAt !== null && isSilence(inspection))
      await insertPastIncident(tx, 'processing-stopped', inspection.inspectedAt, inspection.now);
    await storeFindings(tx, await findIncidents(tx, rules));
    return 0;
  });
}
