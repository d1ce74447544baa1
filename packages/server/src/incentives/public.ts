export { findIncentiveStanding, mayReceiveIncentives, type IncentiveStanding } from './incentive-standing.ts';
