export {
  findIncentiveStanding,
  isOffered,
  mayReceiveIncentives,
  needsCountry,
  type IncentiveStanding,
} from './incentive-standing.ts';
