export {
  areIncentivesStopped,
  closeGap,
  findMissing,
  listOpenGaps,
  lockReserves,
  openGap,
  shrinkGap,
  type Gap,
} from './gap-store.ts';
export { listSamples, storeSample, type Sample } from './sample-store.ts';
