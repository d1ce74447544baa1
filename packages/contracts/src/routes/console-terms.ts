import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, timeField, unitsField } from '../fields.ts';
import { levelLimitsView } from '../levels.ts';
import { termNameField } from '../terms.ts';
import { termsVersionView } from './terms.ts';

const consoleTermsView = z.object({
  current: z.number().int(),
  server: timeField,
  versions: z.array(
    termsVersionView.extend({
      /** Null of the first version, which is what the settings said when the installation began. */
      proposedBy: z.string().nullable(),
      decidedBy: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** What levels of identity checks send to the chain at most. */
  levels: levelLimitsView,
  /** Terms whose setting says something else than the first version and the last: it has no effect. */
  ignoredSettings: z.array(termNameField),
  /**
   * Of each coin with a price: the largest send and what leaves in a day without review, by the largest limits in force or
   * to come, beside what the signer signs without two security keys. Null until the signer has said so.
   */
  signer: z.array(
    z.object({
      assetId: assetField,
      sends: unitsField,
      sendsADay: unitsField,
      signs: unitsField.nullable(),
      signsADay: unitsField.nullable(),
      above: z.boolean().nullable(),
    }),
  ),
});
export type ConsoleTermsView = z.infer<typeof consoleTermsView>;

export const consoleTermRoutes = {
  showTerms: oc
    .route({ method: 'GET', path: '/terms', summary: 'Fees and limits in all their versions', tags: ['terms'] })
    .output(consoleTermsView)
    .errors(declareProblems('ROLE_MISSING')),
};
