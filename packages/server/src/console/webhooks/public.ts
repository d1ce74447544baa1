export { tellAlarms, tellWaiting } from './tell-states.ts';
