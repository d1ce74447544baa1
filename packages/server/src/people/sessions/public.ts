export { changeAccount } from './change-account.ts';
export { closePerson } from './close-person.ts';
export { endAllSessions } from './end-all-sessions.ts';
export { endOneSession } from './end-one-session.ts';
export { endOtherSessions } from './end-other-sessions.ts';
export { listSessionHistory } from './list-session-history.ts';
export { listSessions } from './list-sessions.ts';
export { isSessionStillOpen, openSessionReader } from './read-session.ts';
export { endSession, endSessions, holdOpenSessions, insertSession } from './session-store.ts';
