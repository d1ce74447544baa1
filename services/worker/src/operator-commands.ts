import type { PersonId, WithdrawalId } from '@tern/base/ids';
import { assetIds } from '@tern/money/asset';
import { authenticateOperator, listOperators } from '@tern/server/operators/public';
import { decideBonus, listWaitingBonuses, type BonusDecision, type BonusOutcome } from '@tern/server/promotions/public';
import { listStuckOrders } from '@tern/server/treasury/public';
import {
  decideOddReceipt,
  decideReview,
  findWithdrawalCase,
  listReviews,
  listStuckPayouts,
  resumeAsset,
  resumePayout,
  returnPayout,
} from '@tern/server/withdrawals/public';
import {
  oddTexts,
  outcomeTexts,
  renderBonus,
  renderCase,
  renderReview,
  renderStuck,
  returnTexts,
} from './operator-texts.ts';
import type { Answer, Command, OperatorOptions, OperatorWorld } from './operator-world.ts';
import { runQuarantineCommand } from './quarantine-commands.ts';
import { logCommands } from './log-commands.ts';
import { activityCommands, activityUsage } from './activity-commands.ts';
import { factorResetCommands, factorResetUsage } from './factor-reset-commands.ts';
import { treasuryCommands, treasuryUsage } from './treasury-commands.ts';
import { renderStuckOrders } from './treasury-texts.ts';

export const usage = `Usage: npm run operator -- <command>
  verify-log [NUMBER:HASH]                   recomputes the log of all they did; NUMBER:HASH is an end noted before
  list                                       shows all operators
  reviews                                    shows the sends that wait for a decision
  show WITHDRAWAL                            shows all there is to know about one
  approve WITHDRAWAL --as OPERATOR           approves; large sends need two different operators
  reject WITHDRAWAL --as OPERATOR --reason "…"   rejects; everything held returns at once
  stuck                                      shows payments and orders that do not go on, and paused assets
  resume WITHDRAWAL --as OPERATOR            lets the worker look again at one that was stopped
  return WITHDRAWAL --as OPERATOR --reason "…"   gives everything back for one that cannot be paid
  settle-odd WITHDRAWAL --as OPERATOR --reason "…"   takes a payment with an odd receipt as paid; two operators
  return-odd WITHDRAWAL --as OPERATOR --reason "…"   gives everything back for one; two operators
  resume-asset ASSET --as OPERATOR           opens an asset again for sends to the chain
  bonuses                                    shows activation bonuses held because of their source
  release-bonus PERSON --as OPERATOR         pays one as soon as the day's budget allows
  refuse-bonus PERSON --as OPERATOR          never pays it
  quarantine                                 shows what came in and waits for an operator
  quarantine assign DEPOSIT ADDRESS --as OPERATOR --reason "…"   says whose money it is; two different operators
  quarantine house DEPOSIT | house ASSET AMOUNT --as OPERATOR --reason "…"   it is the house's own; two operators
  quarantine return DEPOSIT [--despite-warnings] --as OPERATOR --reason "…"   pays it back to its sender; two operators
  quarantine dismiss NUMBER|REASON --as OPERATOR --reason "…"    closes what nothing has to be done about
  quarantine thaw ASSET --as OPERATOR --reason "…"   trusts a frozen token again; two different operators
${factorResetUsage}
${activityUsage}
${treasuryUsage}
The secret is asked for without showing it, or taken from OPERATOR_SECRET.`;

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Every command by its name. Those that change something take the operator's name and ask for the secret. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  ...treasuryCommands(authenticate),
  ...factorResetCommands(authenticate),
  ...activityCommands(authenticate),
  ...logCommands,
  list: async ({ db }) => {
    const operators = await listOperators(db);
    const lines = operators.map(
      ({ name, role, createdAt, disabledAt }) =>
        `${name}  ${role}  since ${createdAt.toISOString()}${disabledAt === null ? '' : '  disabled'}`,
    );
    return { text: lines.length === 0 ? 'There are no operators yet.' : lines.join('\n'), done: true };
  },
  reviews: async ({ db, assets }) => {
    const reviews = await listReviews(db);
    return {
      text:
        reviews.length === 0
          ? 'Nothing waits for a decision.'
          : reviews.map((review) => renderReview(review, assets)).join('\n'),
      done: true,
    };
  },
  show: async ({ db, assets }, subject) => {
    const found = identifier.test(subject) ? await findWithdrawalCase(db, subject as WithdrawalId) : undefined;
    return found === undefined ? outcomeTexts['not-found'] : { text: renderCase(found, assets), done: true };
  },
  approve: async (world, subject, options) => {
    if (!identifier.test(subject)) return outcomeTexts['not-found'];
    const operatorId = await authenticate(world, options);
    return outcomeTexts[
      await decideReview(world.db, { decision: 'approve', withdrawalId: subject as WithdrawalId, operatorId })
    ];
  },
  reject: async (world, subject, options) => {
    if (!identifier.test(subject)) return outcomeTexts['not-found'];
    const operatorId = await authenticate(world, options);
    // What is typed here is a note: the console offers the reasons a person can be told.
    const rejected = { decision: 'reject', reason: 'other', note: options.reason ?? '' } as const;
    return outcomeTexts[
      await decideReview(world.db, { ...rejected, withdrawalId: subject as WithdrawalId, operatorId })
    ];
  },
  stuck: async ({ db, assets }) => {
    const orders = renderStuckOrders(await listStuckOrders(db), assets);
    return { text: renderStuck(await listStuckPayouts(db), orders), done: true };
  },
  resume: async (world, subject, options) => {
    if (!identifier.test(subject)) return outcomeTexts['not-found'];
    const operatorId = await authenticate(world, options);
    const done = await resumePayout(world.db, { withdrawalId: subject as WithdrawalId, operatorId });
    return { text: done ? 'The worker looks at it again.' : 'It was not stopped.', done };
  },
  return: async (world, subject, options) => {
    if (!identifier.test(subject)) return returnTexts['not-found'];
    const reason = options.reason ?? '';
    const operatorId = await authenticate(world, options);
    return returnTexts[await returnPayout(world.db, { withdrawalId: subject as WithdrawalId, operatorId, reason })];
  },
  'settle-odd': (world, subject, options) => decideOdd(world, { subject, options, decision: 'settle' }),
  'return-odd': (world, subject, options) => decideOdd(world, { subject, options, decision: 'return' }),
  'resume-asset': async (world, subject, options) => {
    const assetId = assetIds.find((known) => known === subject);
    if (assetId === undefined) return { text: `An asset is one of ${assetIds.join(', ')}.`, done: false };
    const operatorId = await authenticate(world, options);
    const done = await resumeAsset(world.db, { assetId, operatorId });
    return { text: done ? `${assetId} can be sent again.` : `${assetId} is not paused.`, done };
  },
  bonuses: async ({ db, assets }) => {
    const held = await listWaitingBonuses(db.kysely, { state: 'review', limit: 200 });
    return {
      text: held.length === 0 ? 'No bonus is held.' : held.map((bonus) => renderBonus(bonus, assets)).join('\n'),
      done: true,
    };
  },
  quarantine: (world, action, options, more) =>
    runQuarantineCommand(world, { action, more, options }, () => authenticate(world, options)),
  'release-bonus': (world, subject, options) => decideHeldBonus(world, { subject, options, decision: 'release' }),
  'refuse-bonus': (world, subject, options) => decideHeldBonus(world, { subject, options, decision: 'refuse' }),
};

type OddCommand = {
  readonly subject: string;
  readonly options: OperatorOptions;
  readonly decision: 'settle' | 'return';
};

async function decideOdd(world: OperatorWorld, { subject, options, decision }: OddCommand): Promise<Answer> {
  if (!identifier.test(subject)) return oddTexts['not-found'];
  const reason = options.reason ?? '';
  const operatorId = await authenticate(world, options);
  const input = { withdrawalId: subject as WithdrawalId, operatorId, decision, reason };
  return oddTexts[await decideOddReceipt(world.db, input)];
}

type BonusCommand = {
  readonly subject: string;
  readonly options: OperatorOptions;
  readonly decision: BonusDecision['decision'];
};

const bonusTexts = (decision: BonusDecision['decision']): Readonly<Record<BonusOutcome, Answer>> => ({
  decided: {
    text: decision === 'release' ? 'Released. The worker pays it within the budget of the day.' : 'Refused.',
    done: true,
  },
  'not-found': { text: 'No bonus of this person is held.', done: false },
  'own-account': { text: 'You have declared this account: somebody else has to decide.', done: false },
});

async function decideHeldBonus(world: OperatorWorld, { subject, options, decision }: BonusCommand): Promise<Answer> {
  if (!identifier.test(subject)) return { text: 'No bonus of this person is held.', done: false };
  const operatorId = await authenticate(world, options);
  const outcome = await decideBonus(world.db, { personId: subject as PersonId, decision, operatorId });
  return bonusTexts(decision)[outcome];
}

async function authenticate({ db, askSecret }: OperatorWorld, { as: name }: OperatorOptions) {
  if (name === undefined) throw new UsageFault();
  const { id } = await authenticateOperator(db, { name, secret: await askSecret(`Secret of ${name}: `) });
  return id;
}

/** The command was written wrong: the usage says how. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}
