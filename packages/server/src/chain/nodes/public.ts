export { openNodeWatch, type NodeReport, type NodeWatch } from './open-node-watch.ts';
