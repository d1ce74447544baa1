import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';

/** Problems of complaints, met where one is filed. */
export const complaintProblemTexts = {
  COMPLAINT_INVALID: ({ field }: ProblemData<'COMPLAINT_INVALID'>) =>
    field === 'subject'
      ? msg`Enter 3 to 120 characters, all of them visible.`
      : msg`Enter 10 to 4,000 characters, all of them visible.`,
};
