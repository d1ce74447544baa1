import type { OperatorId } from '@tern/base/ids';
import { showReserves } from '@tern/server/reconciliation/public';
import { decideColdOrder, resumeOrder, type ColdDecision, type TreasuryOrderId } from '@tern/server/treasury/public';
import type { Answer, OperatorOptions, OperatorWorld } from './operator-world.ts';
import { restrict, unstake } from './propose-commands.ts';
import { coldTexts, renderReserves } from './treasury-texts.ts';

type Authenticate = (world: OperatorWorld, options: OperatorOptions) => Promise<OperatorId>;

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const treasuryUsage = `  reserves                                   shows what is owed, what lies where, and what the chain says
  approve-cold ORDER --as OPERATOR           agrees to an order to cold storage; two different operators have to
  reject-cold ORDER --as OPERATOR            ends one
  unstake TRX --as OPERATOR                  proposes to take TRX out of the stake; a second operator approves
  restrict hot|fee                           shows who may sign for the account, and who could after it is restricted
  restrict hot|fee --as OPERATOR             proposes to give it to the owners the signer knows; a second one approves
  approve-order ORDER --as OPERATOR          agrees to a proposal of either kind; reject-order ends one
  resume-order ORDER --as OPERATOR           lets the worker look again at an order of the treasury that was stopped`;

/** Commands about the house's own money. */
export function treasuryCommands(authenticate: Authenticate) {
  const decide = async (
    world: OperatorWorld,
    subject: string,
    { options, decision }: { readonly options: OperatorOptions; readonly decision: ColdDecision['decision'] },
  ): Promise<Answer> => {
    if (!identifier.test(subject)) return coldTexts['not-found'];
    const operatorId = await authenticate(world, options);
    return coldTexts[await decideColdOrder(world.db, { orderId: subject as TreasuryOrderId, operatorId, decision })];
  };
  return {
    reserves: async ({ db, assets, hot }: OperatorWorld): Promise<Answer> => ({
      text: renderReserves(await showReserves(db.kysely, hot), assets),
      done: true,
    }),
    'approve-cold': (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      decide(world, subject, { options, decision: 'approve' }),
    'reject-cold': (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      decide(world, subject, { options, decision: 'reject' }),
    'approve-order': (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      decide(world, subject, { options, decision: 'approve' }),
    'reject-order': (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      decide(world, subject, { options, decision: 'reject' }),
    unstake: (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      unstake(world, subject, () => authenticate(world, options)),
    restrict: (world: OperatorWorld, subject: string, options: OperatorOptions) =>
      restrict(world, subject, options.as === undefined ? undefined : () => authenticate(world, options)),
    'resume-order': async (world: OperatorWorld, subject: string, options: OperatorOptions): Promise<Answer> => {
      if (!identifier.test(subject)) return coldTexts['not-found'];
      const operatorId = await authenticate(world, options);
      const done = await resumeOrder(world.db, { orderId: subject as TreasuryOrderId, operatorId });
      return { text: done ? 'The worker looks at it again.' : 'It was not stopped.', done };
    },
  };
}
