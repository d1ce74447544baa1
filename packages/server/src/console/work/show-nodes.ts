import type { NodesView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { listNodeReports } from '../../chain/nodes/public.ts';

/** What each node said when it was last asked. */
export async function showNodes(db: Database): Promise<NodesView> {
  const reports = await listNodeReports(db.kysely);
  return {
    nodes: reports.map(({ faults, notes, ...report }) => ({ ...report, faults: [...faults], notes: [...notes] })),
  };
}
