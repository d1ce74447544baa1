import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { ChangeDecision, ChangeProposal } from '@tern/contracts/routes/console-changes';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { checkChange, decideChange, proposeChange, type ChangeDeps } from './decide-change.ts';
import { describeChange, describeProposal } from './describe-change.ts';
import { requireDecider, requireDeciderOf } from './require-decider.ts';
import { showChanges } from './show-changes.ts';

export function consoleChangesRouter(deps: ConsoleAccessDeps & ChangeDeps) {
  const { clock } = deps;
  const os = implement(consoleContract.changes).$context<ConsoleContext>();
  const proposal = signedAction(deps, {
    describe: (said: ChangeProposal, session) => {
      requireDecider(session, said.content);
      return describeProposal(deps, said, session);
    },
    act: async (said, { operatorId }) => ({ id: await proposeChange(deps, { ...said, operatorId }) }),
  });
  const change = signedAction(deps, {
    describe: async (said: ChangeDecision, session) => {
      await requireDeciderOf(deps, session, said.id);
      return await describeChange(deps, said);
    },
    act: async (said, { operatorId }) => ({
      secret: (await decideChange(deps, { said, operatorId, now: clock.now() })) ?? null,
    }),
  });
  return os.router({
    showChanges: os.showChanges
      .use(requireOperator)
      .handler(({ input: { after } }) => showChanges(deps, { now: clock.now(), after })),
    askProposal: os.askProposal.use(requireOperator).handler(async (asked) => {
      requireDecider(asked.context.session, asked.input.content);
      await checkChange(deps, asked.input.content);
      return proposal.ask(asked);
    }),
    propose: os.propose.use(requireOperator).handler(proposal.carryOut),
    askChange: os.askChange.use(requireOperator).handler(change.ask),
    decideChange: os.decideChange.use(requireOperator).handler(change.carryOut),
  });
}
