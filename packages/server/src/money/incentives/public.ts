export {
  findIncentiveStanding,
  isOffered,
  listClosedAmong,
  lockIncentiveStanding,
  mayReceiveIncentives,
  needsCountry,
  type IncentiveStanding,
} from './incentive-standing.ts';
export { hasIncentiveSince } from './has-incentive-since.ts';
