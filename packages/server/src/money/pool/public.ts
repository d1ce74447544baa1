export { changeSchedule } from './change-schedule.ts';
export { openChunkPace } from './chunk-pace.ts';
export { hasUnpaidShare } from './distribution-store.ts';
export { distribute, type DistributeDeps } from './distribute.ts';
export type { PoolSettings } from './distribution.ts';
export { fundPool, postPoolFunding, type FundPoolInput } from './fund-pool.ts';
export { getSchedule, renderSchedule } from './get-schedule.ts';
export type { PoolSchedule } from './pool-schedule.ts';
