export { behindMax, type StatusRules } from './find-what-is-wrong.ts';
export { recordIncidents } from './record-incidents.ts';
