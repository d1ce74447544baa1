import { activityCases } from './activity-cases.ts';
import type { Case } from './case.ts';
import { houseCases } from './house-cases.ts';
import { keyCases } from './key-cases.ts';
import { levelCases } from './level-cases.ts';
import { moneyCases } from './money-cases.ts';
import { operatorCases } from './operator-cases.ts';
import { peopleCases } from './people-cases.ts';
import { screeningCases } from './screening-cases.ts';
import { webhookCases } from './webhook-cases.ts';

/** For tests: what is sent for each thing that an operator can change, by the name of the thing. */
export const allCases: Readonly<Record<string, Case>> = {
  ...moneyCases,
  ...peopleCases,
  ...houseCases,
  ...operatorCases,
  ...activityCases,
  ...levelCases,
  ...screeningCases,
  ...webhookCases,
  ...keyCases,
};
