export { behindMax, type StatusRules } from './find-incidents.ts';
export { recordIncidents } from './record-incidents.ts';
