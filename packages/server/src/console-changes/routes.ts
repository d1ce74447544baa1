import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { canonicalJson } from '../idempotency/public.ts';
import { lockChange } from './change-store.ts';
import { checkChange, decideChange, proposeChange, type ChangeDeps } from './decide-change.ts';
import { showChanges } from './show-changes.ts';

const proposeAction = 'changes.propose';
const decideAction = 'changes.decideChange';

export function consoleChangesRouter(deps: ConsoleAccessDeps & ChangeDeps) {
  const { db, clock } = deps;
  const os = implement(consoleContract.changes).$context<ConsoleContext>();
  return os.router({
    showChanges: os.showChanges.use(requireOperator).handler(() => showChanges(deps, { now: clock.now() })),
    askProposal: os.askProposal.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      await checkChange(deps, content.content);
      return askForDecision(deps, { session, decision: { action: proposeAction, content, shown: {} } });
    }),
    propose: os.propose.use(requireOperator).handler(async ({ input: { said, proof }, context: { session } }) => {
      const decision = { action: proposeAction, content: said };
      await proveDecision(deps, { session, decision, subject: 'house-change', proof });
      return { id: await proposeChange(deps, { ...said, operatorId: session.operatorId }) };
    }),
    askChange: os.askChange.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      const change = await transact(db, (tx) => lockChange(tx, content.id));
      if (change === undefined) throw problem('NOT_FOUND');
      // What is signed says what it is about: an id alone would be signed blindly.
      const shown = { change: canonicalJson(change.content) };
      return askForDecision(deps, { session, decision: { action: decideAction, content, shown } });
    }),
    decideChange: os.decideChange
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, {
          session,
          decision: { action: decideAction, content: said },
          subject: said.id,
          proof,
        });
        await decideChange(deps, { said, operatorId: session.operatorId });
        return {};
      }),
  });
}
