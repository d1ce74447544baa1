import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import { flowField, type SwitchInput } from '@tern/contracts/routes/console-flows';
import { flowsClosedByInvariants } from '../../house/flows/public.ts';
import { listBrokenInvariants } from '../../house/invariants/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { selectStops } from '../../platform/flow-stops/public.ts';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeSwitch } from './describe-switch.ts';
import { switchFlow } from './switch-flow.ts';

export function consoleFlowsRouter(deps: ConsoleAccessDeps) {
  const { db } = deps;
  const os = implement(consoleContract.flows).$context<ConsoleContext>();
  const flowSwitch = signedAction(deps, {
    describe: (said: SwitchInput, session) => describeSwitch(db, said, session),
    act: async (said, { operatorId }) => {
      if (!(await switchFlow(db, { ...said, operatorId }))) throw problem('DECISION_REFUSED', { reason: 'already-so' });
      return {};
    },
  });
  return os.router({
    listFlows: os.listFlows.use(requireOperator).handler(async () => {
      const [stops, operators, broken] = await Promise.all([
        selectStops(db.kysely),
        listOperators(db),
        listBrokenInvariants(db.kysely),
      ]);
      const closed = flowsClosedByInvariants(broken);
      const nameOf = new Map(operators.map(({ id, name }) => [id, name]));
      const stopOf = new Map(stops.map((stop) => [stop.flow, stop]));
      return toWire({
        flows: flowField.options.map((flow) => {
          const stop = stopOf.get(flow);
          return {
            flow,
            closedByInvariants: closed.has(flow),
            stopped:
              stop === undefined
                ? null
                : {
                    reason: stop.reason,
                    by: nameOf.get(stop.stoppedBy) ?? stop.stoppedBy,
                    at: stop.stoppedAt,
                  },
          };
        }),
      });
    }),
    askSwitch: os.askSwitch.use(requireOperator).handler(flowSwitch.ask),
    switchFlow: os.switchFlow.use(requireOperator).handler(flowSwitch.carryOut),
  });
}
