import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { ApiContext } from '../../platform/api-context.ts';
import { ipBlocks, type Line } from '../../platform/limits/public.ts';
import { openStatusReader, type StatusDeps } from './open-status-reader.ts';

export type StatusRouteDeps = StatusDeps & {
  /** Throws `TOO_MANY_REQUESTS` where one line asks too often. */
  readonly limitReads: (line: Line) => Promise<void>;
};

export function statusRouter(deps: StatusRouteDeps) {
  const os = implement(contract.status).$context<ApiContext>();
  const readStatus = openStatusReader(deps);
  return os.router({
    status: os.status.handler(async ({ input, context }) => {
      const status = await readStatus(input.language);
      // Reads are counted in the database: while it is down, that is what people have to be told.
      if (status.incidents.every(({ kind }) => kind !== 'database-down'))
        await deps.limitReads(ipBlocks(context.ip).line);
      return status;
    }),
  });
}
