import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { HouseStep, PayoutStep } from '@tern/contracts/routes/console-work';
import type { FirstStepSettings } from '../../house/first-steps/public.ts';
import type { ReturnDeps } from '../../money/deposits/public.ts';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeHouseStep, describePayoutStep } from './describe-step.ts';
import { showFirstSteps } from './show-first-steps.ts';
import { showNodes } from './show-nodes.ts';
import { showHouse, showQuarantine, showStuck } from './show-work.ts';
import { takeHouseStep, takePayoutStep } from './take-step.ts';

export function consoleWorkRouter(
  deps: ConsoleAccessDeps & Omit<ReturnDeps, 'db' | 'orderReturn'> & FirstStepSettings,
) {
  const { db } = deps;
  const os = implement(consoleContract.work).$context<ConsoleContext>();
  const payoutStep = signedAction(deps, {
    describe: (said: PayoutStep) => describePayoutStep(db, said),
    act: async (said, { operatorId }) => ({ outcome: await takePayoutStep(db, said, operatorId) }),
  });
  const houseStep = signedAction(deps, {
    describe: (said: HouseStep) => describeHouseStep(db, said),
    act: async (said, { operatorId }) => ({ outcome: await takeHouseStep(deps, said, operatorId) }),
  });
  return os.router({
    listStuck: os.listStuck.use(requireOperator).handler(({ input }) => showStuck(db, input.after)),
    listQuarantine: os.listQuarantine.use(requireOperator).handler(({ input }) => showQuarantine(db, input.after)),
    showHouse: os.showHouse
      .use(requireOperator)
      .handler(({ input }) => showHouse(db, { hot: deps.hot, cursor: input.after })),
    listNodes: os.listNodes.use(requireOperator).handler(() => showNodes(db)),
    showFirstSteps: os.showFirstSteps.use(requireOperator).handler(() => showFirstSteps(db, deps)),
    askPayoutStep: os.askPayoutStep.use(requireOperator).handler(payoutStep.ask),
    takePayoutStep: os.takePayoutStep.use(requireOperator).handler(payoutStep.carryOut),
    askHouseStep: os.askHouseStep.use(requireOperator).handler(houseStep.ask),
    takeHouseStep: os.takeHouseStep.use(requireOperator).handler(houseStep.carryOut),
  });
}
