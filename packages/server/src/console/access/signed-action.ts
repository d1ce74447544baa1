import type { ConsoleSession } from '../console-context.ts';
import { askForDecision } from './ask-for-decision.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import type { Decision } from './decision-statement.ts';
import { proveDecision } from './prove-decision.ts';

type Proof = Parameters<typeof proveDecision>[1]['proof'];
type Asked<Said> = { readonly input: Said; readonly context: { readonly session: ConsoleSession } };
type Signed<Said> = Asked<{ readonly said: Said; readonly proof: Proof }>;

/**
 * The two routes of one decision that an operator's passkey signs: `ask` puts it into words, `carryOut` does it once the
 * words are signed. `describe` reads its facts anew for each of the two, so what is done is what was signed.
 */
export function signedAction<Said, Outcome>(
  deps: ConsoleAccessDeps,
  {
    describe,
    act,
  }: {
    readonly describe: (said: Said, session: ConsoleSession) => Decision | Promise<Decision>;
    /** `signed`: what the passkey has signed, for an action that has to know which facts were before the operator. */
    readonly act: (said: Said, session: ConsoleSession, signed: Decision) => Promise<Outcome>;
  },
) {
  return {
    ask: async ({ input: said, context: { session } }: Asked<Said>) =>
      askForDecision(deps, { session, decision: await describe(said, session) }),
    carryOut: async ({ input: { said, proof }, context: { session } }: Signed<Said>): Promise<Outcome> => {
      const decision = await describe(said, session);
      await proveDecision(deps, { session, decision, proof });
      return act(said, session, decision);
    },
  };
}
