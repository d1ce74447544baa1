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
import { sendAnswer } from './send-answer.ts';
import { listPeople, showPerson } from './show-people.ts';
import {
  listNotes,
  showAnswers,
  showDevices,
  showEntries,
  showHolds,
  showMoney,
  showSecurity,
} from './show-person-tabs.ts';
import { showUndelivered } from './show-undelivered.ts';
import { signOutPerson } from './sign-out-person.ts';
import { viewAsPerson } from './view-as-person.ts';

const peopleContract = () => implement(consoleContract.people).$context<ConsoleContext>();

export function consolePeopleRouter(
  deps: ConsoleAccessDeps & { readonly alert: (event: string) => void; readonly assets: SearchedAssets },
) {
  const { db } = deps;
  const os = peopleContract();
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
    ...tabHandlers(deps, os),
    askSignOut: os.askSignOut.use(requireOperator).handler(signOut.ask),
    signOutPerson: os.signOutPerson.use(requireOperator).handler(signOut.carryOut),
  });
}

/** What stands behind the tabs of a person's page. */
function tabHandlers(deps: ConsoleAccessDeps, os: ReturnType<typeof peopleContract>) {
  return {
    money: os.money.use(requireOperator).handler(({ input: { id } }) => showMoney(deps, id)),
    security: os.security.use(requireOperator).handler(({ input: { id } }) => showSecurity(deps, id)),
    devices: os.devices.use(requireOperator).handler(({ input: { id } }) => showDevices(deps, id)),
    entries: os.entries.use(requireOperator).handler(({ input: { id } }) => showEntries(deps, id)),
    holds: os.holds.use(requireOperator).handler(({ input: { id } }) => showHolds(deps, id)),
    notes: os.notes.use(requireOperator).handler(({ input }) => listNotes(deps, input)),
    answers: os.answers.use(requireOperator).handler(({ input: { id } }) => showAnswers(deps, id)),
    sendAnswer: os.sendAnswer.use(requireOperator).handler(async ({ input, context: { session } }) => {
      await sendAnswer(deps.db, { ...input, session });
      return {};
    }),
  };
}
