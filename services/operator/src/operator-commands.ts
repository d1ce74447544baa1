import { isUuid, type WithdrawalId } from '@tern/base/ids';
import { readEveryPage } from '@tern/base/read-every-page';
import { listStuckOrders } from '@tern/server/house/treasury/public';
import { listQuarantine } from '@tern/server/money/deposits/public';
import { findWithdrawalCase, listSendingPauses, listStuckPayouts } from '@tern/server/money/payouts/public';
import { listWaitingBonuses } from '@tern/server/money/promotions/public';
import { listReviews } from '@tern/server/money/transfers/public';
import { listOperators } from '@tern/server/people/operators/public';
import { activityCommands, activityUsage } from './activity-commands.ts';
import { factorResetCommands, factorResetUsage } from './factor-reset-commands.ts';
import { logCommands } from './log-commands.ts';
import { messageCommands, messageUsage } from './message-commands.ts';
import { renderBonus, renderCase, renderReview, renderStuck } from './operator-texts.ts';
import type { Command } from './operator-world.ts';
import { renderQuarantine } from './quarantine-texts.ts';
import { reserveCommands, reserveUsage } from './reserve-commands.ts';
import { treasuryCommands, treasuryUsage } from './treasury-commands.ts';
import { renderStuckOrders } from './treasury-texts.ts';

export const usage = `Usage: npm run operator -- <command>
Operators sign their decisions in the console. These commands show data and change nothing:
  list                                       shows all operators
  verify-log [NUMBER:HASH]                   recomputes the log of all operator actions; NUMBER:HASH is an end you noted before
  reviews                                    shows the transfers that wait for a decision
  show WITHDRAWAL                            shows everything about one withdrawal
  stuck                                      shows withdrawals and treasury orders that do not go on, and paused assets
  bonuses                                    shows activation bonuses held because of their source
  quarantine                                 shows what came in and waits for an operator
${factorResetUsage}
${activityUsage}
${treasuryUsage}
${reserveUsage}
${messageUsage}
These commands let operators in. Run them on the console's machine:
  invite-first                               shows the links of the first two operators, until both have enrolled
  custodian NAME                             makes the break-glass code of one custodian, who must be alone in front of this screen
  break-glass [NAME]                         lets operator NAME in after 24 hours; needs both custodians' codes`;

/** Every command by its name. None of them decides anything: access to this machine does not make anybody an operator. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  ...treasuryCommands,
  ...factorResetCommands,
  ...activityCommands,
  ...logCommands,
  ...messageCommands,
  ...reserveCommands,
  list: async ({ db }) => {
    const operators = await listOperators(db);
    const lines = operators.map(
      ({ name, role, createdAt, disabledAt }) =>
        `${name}  ${role}  since ${createdAt.toISOString()}${disabledAt === null ? '' : '  disabled'}`,
    );
    return { text: lines.length === 0 ? 'There are no operators yet.' : lines.join('\n'), done: true };
  },
  reviews: async ({ db, assets }) => {
    const reviews = await readEveryPage((page) => listReviews(db, page));
    return {
      text:
        reviews.length === 0
          ? 'Nothing waits for a decision.'
          : reviews.map((review) => renderReview(review, assets)).join('\n'),
      done: true,
    };
  },
  show: async ({ db, assets }, subject) => {
    const found = isUuid(subject) ? await findWithdrawalCase(db, subject as WithdrawalId) : undefined;
    return found === undefined
      ? { text: 'There is no such withdrawal.', done: false }
      : { text: renderCase(found, assets), done: true };
  },
  stuck: async ({ db, assets }) => {
    const orders = await readEveryPage((page) => listStuckOrders(db, page));
    const payouts = await readEveryPage(async (page) => (await listStuckPayouts(db, page)).payouts);
    const pauses = await listSendingPauses(db.kysely);
    return { text: renderStuck({ payouts, pauses }, renderStuckOrders(orders, assets)), done: true };
  },
  bonuses: async ({ db, assets }) => {
    const held = await readEveryPage((page) => listWaitingBonuses(db.kysely, { state: 'review', ...page }));
    return {
      text: held.length === 0 ? 'No bonus is held.' : held.map((bonus) => renderBonus(bonus, assets)).join('\n'),
      done: true,
    };
  },
  quarantine: async ({ db, assets }) => ({ text: renderQuarantine(await listQuarantine(db), assets), done: true }),
};
