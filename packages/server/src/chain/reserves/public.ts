export { areIncentivesStopped, closeGap, listOpenGaps, openGap, type Gap } from './gap-store.ts';
export { listSamples, storeSample, type Sample } from './sample-store.ts';
