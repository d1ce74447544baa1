import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import type { PoolSettings } from './distribution.ts';
import { getDistributionProof } from './get-distribution-proof.ts';
import { getPool } from './get-pool.ts';
import { listDistributions, listPublished } from './list-distributions.ts';
import { writeDistributionFile } from './write-distribution-file.ts';

export type PoolRouterDeps = { readonly db: Database; readonly settings: PoolSettings };

export function poolRouter({ db, settings }: PoolRouterDeps) {
  const os = implement(contract.pool).$context<ApiContext>();
  return os.router({
    pool: os.pool.use(requireSession).handler(({ context }) => getPool(db.kysely, settings, context.session.personId)),
    listDistributions: os.listDistributions.use(requireSession).handler(({ input, context }) =>
      listDistributions(db.kysely, {
        personId: context.session.personId,
        before: input.before === undefined ? undefined : new Date(input.before),
        limit: input.limit,
      }),
    ),
    listPublished: os.listPublished.handler(({ input: { before, limit } }) =>
      listPublished(db.kysely, { before: before === undefined ? undefined : new Date(before), limit }),
    ),
    distributionProof: os.distributionProof
      .use(requireSession)
      .handler(({ input, context }) =>
        getDistributionProof(db.kysely, { personId: context.session.personId, id: input.id }),
      ),
    distributionFile: os.distributionFile.handler(async ({ input }) => {
      const parts: string[] = [];
      for await (const part of writeDistributionFile(db.kysely, input.id)) parts.push(part);
      return new File(parts, `distribution-${input.id}.jsonl`, { type: 'application/jsonl' });
    }),
  });
}
