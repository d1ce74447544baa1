export { forgetStale } from './forget-stale.ts';
