export type { AskService } from './ask-service.ts';
export { openScreening } from './open-screening.ts';
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
export {
  findRule,
  insertRule,
  lockRule,
  readRule,
  readRuleVersion,
  selectRules as listRules,
  type DecidedRule,
} from './rule-store.ts';
export { sayEvidence, sayFound } from './say-found.ts';
export { askUnder, holdsWithoutAnswer, versionOf, type ScreeningRule } from './screening-rule.ts';
export { holdHours, type HeldDeposit, type RuleVersion } from './screening.ts';
