export { openScreening, type Screening } from './open-screening.ts';
export {
  findCase,
  findCaseOfRecord,
  insertCases,
  listOverdueCases,
  selectEndedCases as listEndedCases,
  selectOpenCases as listOpenCases,
  type CaseRow,
  type OpenCasePlace,
  type ScreeningCase,
} from './case-store.ts';
export {
  claimDepositChecks,
  deleteDepositCheck,
  endDepositCase,
  findDepositCase,
  findDepositHold,
  findDepositOwner,
  insertDepositCases,
  insertDepositChecks,
  listOverdueDeposits,
  lockDepositCheck,
  putOffDepositCheck,
  sumHeldDeposits,
  type DepositCase,
  type DepositCheck,
} from './deposit-case-store.ts';
export {
  insertRefused,
  isDayAhead,
  listListings,
  lockList,
  removeRefused,
  selectListed as listListed,
  selectLists as listRefusedLists,
  selectRefused as listRefused,
  type RefusedAddress,
} from './refused-address-store.ts';
export { sayEvidence, sayFound } from './say-found.ts';
export { holdHours, type HeldDeposit } from './screening.ts';
