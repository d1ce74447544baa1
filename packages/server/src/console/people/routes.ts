import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import type { HoldInput, SignOutInput } from '@tern/contracts/routes/console-people';
import { transact } from '@tern/db/transact';
import { getPerson } from '../../people/accounts/public.ts';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import type { SearchedAssets } from '../transactions/public.ts';
import { describeHold, describeSignOut } from './describe-person-decision.ts';
import { holdPerson } from './hold-person.ts';
import { revealPerson } from './reveal-person.ts';
import { listPeople, showPerson } from './show-people.ts';
import { showUndelivered } from './show-undelivered.ts';
import { signOutPerson } from './sign-out-person.ts';
import { viewAsPerson } from './view-as-person.ts';

export function consolePeopleRouter(
  deps: ConsoleAccessDeps & { readonly alert: (event: string) => void; readonly assets: SearchedAssets },
) {
  const { db } = deps;
  const os = implement(consoleContract.people).$context<ConsoleContext>();
  const hold = signedAction(deps, {
    describe: (said: HoldInput, session) => describeHold(db, said, session),
    act: async (said, session) => {
      await holdPerson(deps, { session, said });
      return {};
    },
  });
  const signOut = signedAction(deps, {
    describe: (said: SignOutInput, session) => describeSignOut(db, said, session),
    act: async (said, session) => {
      await signOutPerson(deps, { session, ...said });
      return {};
    },
  });
  return os.router({
    listPeople: os.listPeople
      .use(requireOperator)
      .handler(({ input }) => listPeople(deps, { search: input.search, before: input.before })),
    person: os.person
      .use(requireOperator)
      .handler(({ input, context: { session } }) => showPerson(db, { id: input.id, session })),
    showUndelivered: os.showUndelivered.use(requireOperator).handler(() => showUndelivered(db)),
    reveal: os.reveal.use(requireOperator).handler(async ({ input, context: { session } }) => ({
      contacts: [...(await revealPerson(deps, { ...input, session }))],
    })),
    addNote: os.addNote.use(requireOperator).handler(async ({ input: { id, note }, context: { session } }) => {
      await transact(db, async (tx) => {
        await getPerson(tx, id);
        const { operatorId } = session;
        await recordOperatorAction(tx, { operatorId, kind: 'person-noted', subject: id, details: { note } });
      });
      return {};
    }),
    askHold: os.askHold.use(requireOperator).handler(hold.ask),
    hold: os.hold.use(requireOperator).handler(hold.carryOut),
    viewAs: os.viewAs
      .use(requireOperator)
      .handler(({ input: { id, note }, context: { session } }) => viewAsPerson(deps, { session, id, note })),
    declareOwn: os.declareOwn.use(requireOperator).handler(async ({ input: { id, note }, context: { session } }) => {
      const { operatorId } = session;
      await transact(db, async (tx) => {
        await getPerson(tx, id);
        if (!(await insertOwnAccount(tx, operatorId, id))) throw problem('DECISION_REFUSED', { reason: 'already-so' });
        await recordOperatorAction(tx, { operatorId, kind: 'account-declared', subject: id, details: { note } });
      });
      return {};
    }),
    askSignOut: os.askSignOut.use(requireOperator).handler(signOut.ask),
    signOutPerson: os.signOutPerson.use(requireOperator).handler(signOut.carryOut),
  });
}
