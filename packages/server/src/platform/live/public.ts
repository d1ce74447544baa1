export { openLiveHub, type LiveHub } from './live-hub.ts';
