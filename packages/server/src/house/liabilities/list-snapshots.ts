import { toWire } from '@tern/base/to-wire';
import type { SnapshotView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { selectSnapshots } from './list-store.ts';

/** What was published of each snapshot, the newest first. */
export async function listSnapshots(
  db: DbReader,
  input: { readonly before: number | undefined; readonly limit: number },
): Promise<{ readonly snapshots: SnapshotView[]; readonly nextBefore: number | null }> {
  const found = await selectSnapshots(db, input);
  return toWire({
    snapshots: found.map(({ anchor, signatures, ...rest }) => ({
      ...rest,
      signatures: [...signatures],
      anchor: anchor ?? null,
    })),
    nextBefore: found.length < input.limit ? null : (found.at(-1)?.number ?? null),
  });
}
