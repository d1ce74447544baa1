import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { HotSettings } from '../../house/treasury/public.ts';
import type { ReturnDeps } from '../../money/deposits/public.ts';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeHouseStep, describePayoutStep } from './describe-step.ts';
import { showHouse, showQuarantine, showStuck } from './show-work.ts';
import { takeHouseStep, takePayoutStep } from './take-step.ts';

export function consoleWorkRouter(
  deps: ConsoleAccessDeps & Omit<ReturnDeps, 'db' | 'orderReturn'> & { readonly hot: HotSettings },
) {
  const { db } = deps;
  const os = implement(consoleContract.work).$context<ConsoleContext>();
  return os.router({
    listStuck: os.listStuck.use(requireOperator).handler(() => showStuck(db)),
    listQuarantine: os.listQuarantine.use(requireOperator).handler(() => showQuarantine(db)),
    showHouse: os.showHouse.use(requireOperator).handler(() => showHouse(db, deps.hot)),
    askPayoutStep: os.askPayoutStep
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describePayoutStep(db, said) }),
      ),
    takePayoutStep: os.takePayoutStep
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, { session, decision: await describePayoutStep(db, said), proof });
        return { outcome: await takePayoutStep(db, said, session.operatorId) };
      }),
    askHouseStep: os.askHouseStep
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeHouseStep(db, said) }),
      ),
    takeHouseStep: os.takeHouseStep
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, { session, decision: await describeHouseStep(db, said), proof });
        return { outcome: await takeHouseStep(deps, said, session.operatorId) };
      }),
  });
}
