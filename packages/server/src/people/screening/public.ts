export { openScreeningService, type AskService } from './ask-service.ts';
export {
  findCase,
  findCaseOfRecord,
  insertCases,
  listOverdueCases,
  selectEndedCases as listEndedCases,
  selectOpenCases as listOpenCases,
  type CaseRow,
  type ScreeningCase,
} from './case-store.ts';
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
export { holdHours } from './screening.ts';
