import { listNodeReports } from '@tern/server/chain/nodes/public';
import { findFirstSteps } from '@tern/server/house/first-steps/public';
import { showReserves } from '@tern/server/house/reconciliation/public';
import { renderFirstSteps } from './first-steps-texts.ts';
import type { Command } from './operator-world.ts';
import { previewRestrict, previewUnstake } from './preview-orders.ts';
import { renderReserves } from './treasury-texts.ts';

export const treasuryUsage = `  first-steps                                shows what a new installation still needs, and the address to pay to with its QR code
  reserves                                   shows the liabilities, where the money is, and what the chain says
  unstake AMOUNT                             shows what unstaking this amount of TRX would do
  restrict hot|fee                           shows who can sign for the account now, and who could after it is restricted`;

/** Commands about the treasury. */
export const treasuryCommands: Readonly<Record<string, Command>> = {
  'first-steps': async ({ db, assets, firstSteps }) => ({
    text: renderFirstSteps(await findFirstSteps(db.kysely, firstSteps), assets, await listNodeReports(db.kysely)),
    done: true,
  }),
  reserves: async ({ db, assets, hot }) => ({
    text: renderReserves(await showReserves(db.kysely, hot), assets),
    done: true,
  }),
  unstake: (world, amount) => previewUnstake(world, amount),
  restrict: (world, account) => previewRestrict(world, account),
};
