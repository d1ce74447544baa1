import type { OperatorId } from '@tern/base/ids';
import {
  decideFactorReset,
  listWaitingResets,
  type FactorReset,
  type FactorResetOutcome,
} from '@tern/server/identity/public';
import type { Answer, Command, OperatorOptions, OperatorWorld } from './operator-world.ts';

export const factorResetUsage = `  resets                                     shows who says that every factor is lost
  approve-reset RESET --as OPERATOR --reason "…"   takes the authenticator off after its week; two different operators
  refuse-reset RESET --as OPERATOR --reason "…"    leaves it on; one operator is enough`;

const outcomeTexts: Readonly<Record<FactorResetOutcome, Answer>> = {
  approved: { text: 'Approved. The worker takes the authenticator off when its day has come.', done: true },
  'second-operator-needed': {
    text: 'Your word is kept. A second, different operator has to say the same.',
    done: true,
  },
  refused: { text: 'Refused. The person is told; nothing was changed.', done: true },
  'not-found': { text: 'No such reset waits.', done: false },
  'already-decided-by-you': { text: 'You have said your word already.', done: false },
  'own-account': { text: 'You have declared this account: somebody else has to decide.', done: false },
  'reason-needed': { text: 'Say how you know the person, in at least 3 characters: --reason "…".', done: false },
};

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Authenticate = (world: OperatorWorld, options: OperatorOptions) => Promise<OperatorId>;

/** The commands about resets of factors, by their names. */
export function factorResetCommands(authenticate: Authenticate): Readonly<Record<string, Command>> {
  const decide =
    (decision: 'approve' | 'refuse'): Command =>
    async (world, resetId, options) => {
      if (!identifier.test(resetId)) return outcomeTexts['not-found'];
      const operatorId = await authenticate(world, options);
      return outcomeTexts[
        await decideFactorReset(world.db, { resetId, operatorId, decision, reason: options.reason ?? '' })
      ];
    };
  return {
    resets: async ({ db }) => {
      const resets = await listWaitingResets(db.kysely, 200);
      return { text: resets.length === 0 ? 'No reset waits.' : resets.map(render).join('\n'), done: true };
    },
    'approve-reset': decide('approve'),
    'refuse-reset': decide('refuse'),
  };
}

function render({ id, personId, startedAt, readyAt, approvals }: FactorReset): string {
  return `${id}  person ${personId}  since ${startedAt.toISOString()}  not before ${readyAt.toISOString()}  approvals ${approvals} of 2`;
}
