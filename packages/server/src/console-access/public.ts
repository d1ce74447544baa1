export { askForDecision } from './ask-for-decision.ts';
export { consoleDefaults, type ConsoleAccessDeps, type ConsoleSettings } from './console-settings.ts';
export { inviteFirstOperator, inviteOperator } from './invite-operator.ts';
export { proveDecision } from './prove-decision.ts';
export { readConsoleSession } from './read-console-session.ts';
