import { toWire } from '@tern/base/to-wire';
import type { Database, DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { NodeReport } from './open-node-watch.ts';

/** Keeps what the nodes said last, for the console. Rows of nodes that are not asked any more go. */
export async function keepNodeReports(db: Database, reports: readonly NodeReport[]): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .deleteFrom('node_reports')
      .where(
        'node',
        'not in',
        reports.map(({ node }) => node),
      )
      .execute();
    for (const { node, askedAt, version, headBlock, solidBlock, faults, notes } of reports) {
      const said = {
        asked_at: new Date(askedAt),
        version,
        head_block: headBlock === null ? null : String(headBlock),
        solid_block: solidBlock === null ? null : String(solidBlock),
        faults: [...faults],
        notes: [...notes],
      };
      await tx
        .insertInto('node_reports')
        .values({ node, ...said })
        .onConflict((conflict) => conflict.column('node').doUpdateSet(said))
        .execute();
    }
  });
}

/** What each node said last, by name; empty before the worker has asked. */
export async function listNodeReports(db: DbReader): Promise<readonly NodeReport[]> {
  const rows = await db.selectFrom('node_reports').selectAll().orderBy('node').execute();
  return rows.map(({ node, asked_at, version, head_block, solid_block, faults, notes }) =>
    toWire({
      node,
      askedAt: asked_at,
      version,
      headBlock: head_block === null ? null : Number(head_block),
      solidBlock: solid_block === null ? null : Number(solid_block),
      faults,
      notes,
    }),
  );
}
