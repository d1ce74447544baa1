export { type ActingPerson, requireActing } from './acting-person.ts';
export { checkLoginPasswordAgain } from './check-login-password-again.ts';
export { insertContactChange, isContactReserved, replaceContact, undoContactChanges } from './contact-change-store.ts';
export { type Contact, areaCodeOf, maskContact, normalizeContact, phoneCountriesOf } from './contact.ts';
export {
  type LoginSubject,
  findLoginSubject,
  getPasswordHash,
  insertCredential,
  replaceCredential,
  upgradeHash,
} from './credential-store.ts';
export {
  type HeldCredentials,
  holdCredentials,
  newCredentials,
  raiseCredentialsVersion,
} from './credentials-version.ts';
export { type IdentityDeps, type IdentityKeys, identityKeys } from './deps.ts';
export { describeDevice } from './describe-device.ts';
export { endConnections } from './end-connections.ts';
export { findDevice, findRememberedDevice, getRegistration, holdDevice, insertDevice } from './device-store.ts';
export { freezePerson, unfreezePerson } from './freeze-person.ts';
export { selectFreezes as findFreezes } from './freeze-store.ts';
export { isPersonActive } from './is-person-active.ts';
export { listSecurityEvents } from './list-security-events.ts';
export { throwLoginPaused } from './login-paused.ts';
export { notOnHold } from './not-on-hold.ts';
export { passwordHasher, pepperId, tradePasswordCost } from './password-hasher.ts';
export {
  countInvited,
  findInviter,
  findPeopleByNumber,
  getMainContact,
  getPerson,
  insertContact,
  insertPerson,
  listContacts,
  lockPeople,
} from './person-store.ts';
export { nobody, normalizeInviteCode } from './person.ts';
export { recordAuthorizations } from './record-authorizations.ts';
export { recordSecurityEvent } from './record-security-event.ts';
export { setLanguage } from './set-language.ts';
export { type IdentitySettings, identityDefaults } from './settings.ts';
export { strangerLane } from './stranger-lane.ts';
export { tellAccountEvent } from './tell-account-event.ts';
export { findWord, putWord, wordRows } from './word-store.ts';
export { normalizeWord } from './word.ts';
