export { authorizeTransfer } from './authorize-transfer.ts';
export { changeAccount } from './change-account.ts';
export { identityKeys, type IdentityDeps } from './deps.ts';
export { decideFactorReset, type FactorResetOutcome } from './decide-factor-reset.ts';
export {
  findWaitingResetById,
  listWaitingResets,
  selectResetDecisions as listResetDecisions,
} from './factor-reset-store.ts';
export type { FactorReset } from './factor-reset.ts';
export { tendFactorResets } from './tend-factor-resets.ts';
export { maskContact, phoneCountriesOf } from './contact.ts';
export { endAllSessions } from './end-all-sessions.ts';
export { findHolds } from './hold-store.ts';
export { findFactors } from './find-factors.ts';
export { freezePerson, unfreezePerson } from './freeze-person.ts';
export { selectFreezes as findFreezes } from './freeze-store.ts';
export { tellAccountEvent } from './tell-account-event.ts';
export { forgetStale } from './forget-stale.ts';
export { isPersonActive } from './is-person-active.ts';
export { limitRate } from './limit-rate.ts';
export { noteAddressChange } from './note-address-change.ts';
export { passwordHasher } from './password-hasher.ts';
export { strangerLane } from './stranger-lane.ts';
export { lockPeople } from './person-store.ts';
export { isSessionStillOpen, openSessionReader } from './read-session.ts';
export { closePerson } from './close-person.ts';
export { listPasskeys } from './list-passkeys.ts';
export { listSecurityEvents } from './list-security-events.ts';
export { listSessionHistory } from './list-session-history.ts';
export { makeStopLink } from './make-stop-link.ts';
export { getMainContact, getPerson, listContacts } from './person-store.ts';
export { proveOwner, type OwnerProof } from './prove-owner.ts';
export { recordSecurityEvent } from './record-security-event.ts';
export { ipBlocks, type RequestOrigin } from './request-origin.ts';
export { hashToken, newToken } from './tokens.ts';
export { wasStoppedSince } from './was-stopped-since.ts';
export { setLanguage } from './set-language.ts';
export { identityDefaults } from './settings.ts';
