export { ruleView } from './rule-view.ts';
