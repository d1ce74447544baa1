import { declareProblems } from '../declare-problems.ts';

/** What every route of the service API may answer with. */
export const serviceRefusals = declareProblems(
  'SERVICE_KEY_REFUSED',
  'SERVICE_ADDRESS_REFUSED',
  'SERVICE_SCOPE_MISSING',
);
