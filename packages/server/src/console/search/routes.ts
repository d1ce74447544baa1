import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { findTargets, type SearchDeps } from './find-targets.ts';

/** One field that leads to every page of the console; nothing is changed by looking. */
export function consoleSearchRouter(deps: SearchDeps) {
  const os = implement(consoleContract.search).$context<ConsoleContext>();
  return os.router({
    findTargets: os.findTargets
      .use(requireOperator)
      .handler(({ input: { typed }, context: { session } }) => findTargets(deps, { typed, session })),
  });
}
