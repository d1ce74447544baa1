export {
  findIncentiveStanding,
  isOffered,
  lockIncentiveStanding,
  mayReceiveIncentives,
  needsCountry,
  type IncentiveStanding,
} from './incentive-standing.ts';
export { wasGivenSince } from './was-given-since.ts';
