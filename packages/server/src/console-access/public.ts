export { askForDecision } from './ask-for-decision.ts';
export { awaitMoney } from './await-money.ts';
export { consoleDefaults, type ConsoleAccessDeps, type ConsoleSettings } from './console-settings.ts';
export { hashInvitationCode, newInvitationCode } from './invitation-code.ts';
export { invitationLink } from './invitation-link.ts';
export { inviteFounders, type FounderInvitation } from './invite-founders.ts';
export { proveDecision } from './prove-decision.ts';
export { readConsoleSession } from './read-console-session.ts';
