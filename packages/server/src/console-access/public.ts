export { askForDecision } from './ask-for-decision.ts';
export { consoleDefaults, type ConsoleAccessDeps, type ConsoleSettings } from './console-settings.ts';
export type { Decision } from './decision-statement.ts';
export { inviteFirstOperator, inviteOperator } from './invite-operator.ts';
export { nameOperators } from './name-operators.ts';
export { proveDecision } from './prove-decision.ts';
export { readConsoleSession } from './read-console-session.ts';
export { tellEarlier } from './tell-earlier.ts';
