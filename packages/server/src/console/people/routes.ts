import { implement } from '@orpc/server';
import type { PersonId } from '@tern/base/ids';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { getPerson } from '../../people/accounts/public.ts';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeHold, describeSignOut } from './describe-person-decision.ts';
import { holdPerson } from './hold-person.ts';
import { revealPerson } from './reveal-person.ts';
import { listPeople, showPerson } from './show-people.ts';
import { signOutPerson } from './sign-out-person.ts';
import { viewAsPerson } from './view-as-person.ts';

export function consolePeopleRouter(deps: ConsoleAccessDeps & { readonly alert: (event: string) => void }) {
  const { db } = deps;
  const os = implement(consoleContract.people).$context<ConsoleContext>();
  return os.router({
    listPeople: os.listPeople
      .use(requireOperator)
      .handler(({ input }) => listPeople(db, { search: input.search, before: input.before as PersonId | undefined })),
    person: os.person
      .use(requireOperator)
      .handler(({ input, context: { session } }) => showPerson(db, { id: input.id as PersonId, session })),
    reveal: os.reveal.use(requireOperator).handler(async ({ input, context: { session } }) => ({
      contacts: [...(await revealPerson(deps, { ...input, id: input.id as PersonId, session }))],
    })),
    addNote: os.addNote.use(requireOperator).handler(async ({ input: { id, note }, context: { session } }) => {
      await transact(db, async (tx) => {
        await getPerson(tx, id as PersonId);
        const { operatorId } = session;
        await recordOperatorAction(tx, { operatorId, kind: 'person-noted', subject: id, details: { note } });
      });
      return {};
    }),
    askHold: os.askHold
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeHold(db, said, session) }),
      ),
    hold: os.hold.use(requireOperator).handler(async ({ input: { said, proof }, context: { session } }) => {
      await proveDecision(deps, { session, decision: await describeHold(db, said, session), proof });
      await holdPerson(deps, { session, said });
      return {};
    }),
    viewAs: os.viewAs
      .use(requireOperator)
      .handler(({ input: { id, note }, context: { session } }) =>
        viewAsPerson(deps, { session, id: id as PersonId, note }),
      ),
    declareOwn: os.declareOwn.use(requireOperator).handler(async ({ input: { id, note }, context: { session } }) => {
      const { operatorId } = session;
      await transact(db, async (tx) => {
        await getPerson(tx, id as PersonId);
        if (!(await insertOwnAccount(tx, operatorId, id as PersonId)))
          throw problem('DECISION_REFUSED', { reason: 'already-so' });
        await recordOperatorAction(tx, { operatorId, kind: 'account-declared', subject: id, details: { note } });
      });
      return {};
    }),
    askSignOut: os.askSignOut
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeSignOut(db, said, session) }),
      ),
    signOutPerson: os.signOutPerson
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, { session, decision: await describeSignOut(db, said, session), proof });
        await signOutPerson(deps, { session, id: said.id as PersonId, note: said.note });
        return {};
      }),
  });
}
