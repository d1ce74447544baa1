import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { showOverview, type OverviewDeps } from './show-overview.ts';
import { showWaiting, type WaitingDeps } from './show-waiting.ts';

/** The first page of the console: what waits, and how the service is. */
export function consoleHomeRouter(deps: OverviewDeps & WaitingDeps) {
  const os = implement(consoleContract.home).$context<ConsoleContext>();
  return os.router({
    listWaiting: os.listWaiting.use(requireOperator).handler(({ context: { session } }) => showWaiting(deps, session)),
    showOverview: os.showOverview.use(requireOperator).handler(() => showOverview(deps)),
  });
}
