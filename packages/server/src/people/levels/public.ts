export { findKeptMoney } from './find-kept-money.ts';
export { findStandings } from './find-standings.ts';
export type { Amounts } from './kept-money.ts';
export {
  deleteDecisions,
  insertDecision,
  insertLimits,
  isDayFarEnough,
  lockLimits,
  selectDecisions as listDecisions,
  selectLimits as listLimits,
  selectOwnLevels as listOwnLevels,
} from './level-store.ts';
export { findStanding, type LevelLimit, type LevelStanding } from './level.ts';
export { listLimitsAhead } from './list-limits-ahead.ts';
export { renderStanding } from './render-standing.ts';
export { showLimits } from './show-limits.ts';
