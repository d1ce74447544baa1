import type { ProblemRow } from '../problem-row.ts';
import { activityProblems } from './activities.ts';
import { addressBookProblems } from './address-book.ts';
import { agreementProblems } from './agreements.ts';
import { commonProblems } from './common.ts';
import { complaintProblems } from './complaints.ts';
import { consoleProblems } from './console.ts';
import { developmentProblems } from './development.ts';
import { identityProblems } from './identity.ts';
import { myProblems } from './my.ts';
import { priceAlertProblems } from './price-alerts.ts';
import { serviceProblems } from './service.ts';
import { swapProblems } from './swaps.ts';
import { transferProblems } from './transfers.ts';
import { walletConnectionProblems } from './wallet-connections.ts';

/** Every problem the API can answer with, by code. From it come the HTTP mapping, the web's messages and the reference page. */
export const problemCatalogue = {
  ...commonProblems,
  ...identityProblems,
  ...agreementProblems,
  ...transferProblems,
  ...swapProblems,
  ...activityProblems,
  ...addressBookProblems,
  ...priceAlertProblems,
  ...walletConnectionProblems,
  ...myProblems,
  ...complaintProblems,
  ...developmentProblems,
  ...consoleProblems,
  ...serviceProblems,
} as const satisfies Record<string, ProblemRow>;

export type ProblemCode = keyof typeof problemCatalogue;
