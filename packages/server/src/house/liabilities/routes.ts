import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { openConductReader, type ConductDeps } from '../conduct/public.ts';
import { keepLog, listLogDays, proveConsistency } from '../ledger-log/public.ts';
import { getOwnLines } from './get-own-lines.ts';
import { listSnapshots } from './list-snapshots.ts';
import { proveRecord } from './prove-record.ts';
import { writeChunk } from './write-chunk.ts';

export function checkRouter(deps: ConductDeps) {
  const { db } = deps;
  const keeper = keepLog();
  const readConduct = openConductReader(deps);
  const os = implement(contract.check).$context<ApiContext>();
  return os.router({
    conduct: os.conduct.handler(readConduct),
    listSnapshots: os.listSnapshots.handler(({ input }) =>
      listSnapshots(db.kysely, { before: input.before, limit: input.limit }),
    ),
    snapshotChunk: os.snapshotChunk.handler(async ({ input }) => {
      const { number, assetId, chunk } = input;
      const text = await writeChunk(db.kysely, input);
      return new File([text], `liabilities-${number}-${assetId}-${chunk}.txt`, { type: 'text/plain' });
    }),
    ownLiabilities: os.ownLiabilities
      .use(requireSession)
      .handler(({ input, context }) =>
        getOwnLines(db.kysely, { personId: context.session.personId, number: input.number }),
      ),
    listLogDays: os.listLogDays.handler(({ input }) => listLogDays(db.kysely, input)),
    logConsistency: os.logConsistency.handler(({ input }) => proveConsistency(db.kysely, { ...input, keeper })),
    recordProof: os.recordProof
      .use(requireSession)
      .handler(({ input, context }) =>
        proveRecord(db.kysely, { personId: context.session.personId, recordId: input.id, keeper }),
      ),
  });
}
