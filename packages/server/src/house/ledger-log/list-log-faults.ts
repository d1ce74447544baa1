import type { DbReader } from '@tern/db/database';
import { selectFaults } from './ledger-log-store.ts';

/** The checks that found the ledger's public log changed, with what they found. */
export async function listLogFaults(
  db: DbReader,
): Promise<readonly { readonly name: string; readonly finding: string }[]> {
  return await selectFaults(db);
}

/** All checks of the log that can find something. */
export const logChecks = ['day-missing', 'head', 'published', 'entries'] as const;
