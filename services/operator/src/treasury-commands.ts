import { showReserves } from '@tern/server/house/reconciliation/public';
import type { Command } from './operator-world.ts';
import { previewRestrict, previewUnstake } from './preview-orders.ts';
import { renderReserves } from './treasury-texts.ts';

export const treasuryUsage = `  reserves                                   shows what is owed, what lies where, and what the chain says
  unstake TRX                                shows what taking TRX out of the stake would do
  restrict hot|fee                           shows who may sign for the account, and who could after it is restricted`;

/** Commands about the house's own money. */
export const treasuryCommands: Readonly<Record<string, Command>> = {
  reserves: async ({ db, assets, hot }) => ({
    text: renderReserves(await showReserves(db.kysely, hot), assets),
    done: true,
  }),
  unstake: (world, amount) => previewUnstake(world, amount),
  restrict: (world, account) => previewRestrict(world, account),
};
