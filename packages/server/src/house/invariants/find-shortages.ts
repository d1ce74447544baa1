import type { DbReader } from '@tern/db/database';
import { listOpenGaps } from '../../chain/reserves/public.ts';
import type { Breach } from './breach.ts';

/** What is missing by the last comparison with the chain: of one place I09, of all places together I04. */
export async function findShortages(db: DbReader): Promise<readonly Breach[]> {
  return (await listOpenGaps(db)).map(({ assetId, subject, missing }) => ({
    invariant: subject === 'liabilities' ? 'I04' : 'I09',
    finding: `${subject}: ${missing} of ${assetId} are missing on chain`,
  }));
}
